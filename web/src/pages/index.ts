// Which page an address shows. A page is loaded when somebody goes there; what it is given are the parts of the path after the first.
import type { Component } from 'svelte'
import type { Messages } from '../i18n/en'

export interface PageProps {
  parts: string[]
}

export interface Page {
  load: () => Promise<{ default: Component<PageProps> | Component }>
  /** In the list of pages, under this name. */
  nav?: keyof Messages['nav']
  /** What it is called where it is not in the list, nor says it by itself. */
  called?: (words: Messages) => string
  /** For whoever has one of these roles; everybody if left out. */
  roles?: string[]
  /** In the list only for who is signed in. */
  signedIn?: boolean
  /** Whether it fills the window by itself at this address, as the table does; it says by itself where one is. */
  whole?: (parts: string[]) => boolean
  /** Whether what the second part of the address names is another page, which begins anew. */
  each?: boolean
}

export const PAGES: Record<string, Page> = {
  '': { load: () => import('./Lobby.svelte'), nav: 'lobby' },
  t: { load: () => import('./table/TablePage.svelte'), whole: ([, more]) => more === undefined, each: true },
  games: { load: () => import('./Games.svelte'), nav: 'games' },
  odds: { load: () => import('./odds/OddsPage.svelte'), nav: 'odds' },
  account: { load: () => import('./account/AccountPage.svelte'), nav: 'account', signedIn: true },
  floor: { load: () => import('./office/FloorPage.svelte'), nav: 'floor', roles: ['floor', 'dealer'] },
  cashier: { load: () => import('./office/CashierPage.svelte'), nav: 'cashier', roles: ['cashier'] },
  auditor: { load: () => import('./office/AuditorPage.svelte'), nav: 'auditor', roles: ['auditor'] },
  admin: { load: () => import('./office/AdminPage.svelte'), nav: 'administrator', roles: ['administrator'] },
  'sign-in': { load: () => import('./SignIn.svelte'), called: ({ signIn }) => signIn.title },
  join: { load: () => import('./Join.svelte'), called: ({ signIn }) => signIn.join },
  password: { load: () => import('./Join.svelte'), called: ({ signIn }) => signIn.newPassword },
}

export const NOT_FOUND: Page = { load: () => import('./NotFound.svelte'), called: ({ common }) => common.notFound }
