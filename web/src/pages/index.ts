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
  /** For whoever has one of these roles; everybody if left out. */
  roles?: string[]
  /** In the list only for who is signed in. */
  signedIn?: boolean
  /** Whether it fills the window by itself, as the table does. */
  whole?: boolean
}

export const PAGES: Record<string, Page> = {
  '': { load: () => import('./Lobby.svelte'), nav: 'lobby' },
  t: { load: () => import('./table/TablePage.svelte'), whole: true },
  games: { load: () => import('./Games.svelte'), nav: 'games' },
  odds: { load: () => import('./odds/OddsPage.svelte'), nav: 'odds' },
  account: { load: () => import('./account/AccountPage.svelte'), nav: 'account', signedIn: true },
  floor: { load: () => import('./office/FloorPage.svelte'), nav: 'floor', roles: ['floor', 'dealer'] },
  cashier: { load: () => import('./office/CashierPage.svelte'), nav: 'cashier', roles: ['cashier'] },
  auditor: { load: () => import('./office/AuditorPage.svelte'), nav: 'auditor', roles: ['auditor'] },
  admin: { load: () => import('./office/AdminPage.svelte'), nav: 'administrator', roles: ['administrator'] },
  'sign-in': { load: () => import('./SignIn.svelte') },
  join: { load: () => import('./Join.svelte') },
  password: { load: () => import('./Join.svelte') },
}

export const NOT_FOUND: Page = { load: () => import('./NotFound.svelte') }
