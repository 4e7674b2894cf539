// What somebody has chosen for how the pages look and sound; it stays in this browser.
import { flushSync } from 'svelte'
import { preferred, speak, type Language } from '$i18n'

export interface Prefs {
  theme: 'auto' | 'dark' | 'light'
  felt: 'green' | 'blue' | 'paper'
  suits: 'four' | 'two'
  speed: 'normal' | 'quick' | 'instant'
  reveal: 'flip' | 'squeeze'
  confirmFold: boolean
  /** Whether it is shown what a decision is worth, at tables that tell it. */
  hints: boolean
  language: Language
  volumes: { cards: number; chips: number; clock: number; voice: number }
}

const KEY = 'tercet.prefs'
const USUAL: Prefs = {
  theme: 'auto',
  felt: 'green',
  suits: 'four',
  speed: 'normal',
  reveal: 'flip',
  confirmFold: true,
  hints: false,
  language: 'en',
  volumes: { cards: 0, chips: 0, clock: 0, voice: 0 },
}

function read(): Prefs {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>
    return { ...USUAL, language: preferred(), ...kept, volumes: { ...USUAL.volumes, ...kept.volumes } }
  } catch {
    // What was kept cannot be read, or nothing may be kept here.
    return { ...USUAL, language: preferred() }
  }
}

export const prefs = $state<Prefs>(read())

const still = matchMedia('(prefers-reduced-motion: reduce)')
const dark = matchMedia('(prefers-color-scheme: dark)')
let reduced = $state(still.matches)
let darkDevice = $state(dark.matches)
/** Whether it is drawn for paper, which is light. */
let printing = $state(false)

/** Whether nothing is to travel over the page. */
export function motionless(): boolean {
  return reduced || prefs.speed === 'instant'
}

/** Keeps the document as it was chosen. */
export function applyPrefs(): void {
  still.addEventListener('change', () => (reduced = still.matches))
  dark.addEventListener('change', () => (darkDevice = dark.matches))
  // It is drawn as soon as these return.
  addEventListener('beforeprint', () => flushSync(() => (printing = true)))
  addEventListener('afterprint', () => flushSync(() => (printing = false)))
  $effect.root(() => {
    $effect(() => {
      const { dataset } = document.documentElement
      dataset.theme = printing ? 'light' : prefs.theme === 'auto' ? (darkDevice ? 'dark' : 'light') : prefs.theme
      dataset.felt = printing ? 'paper' : prefs.felt
      dataset.suits = prefs.suits
      dataset.motion = motionless() ? 'none' : prefs.speed
    })
    $effect(() => {
      void speak(prefs.language)
    })
    $effect(() => {
      const text = JSON.stringify(prefs)
      try {
        localStorage.setItem(KEY, text)
      } catch {
        // Nothing may be kept in this browser: the choice holds until the page is left.
      }
    })
  })
}
