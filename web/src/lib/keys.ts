// Keys that mean something by themselves, wherever on a page they are pressed.

/**
 * Whether a key is pressed for the page: not for the browser, not for a dialog that lies over it, and not for an input method, which takes keys to compose
 * what is written. The last of these, with which a composition ends, some browsers send after its end, under a code of its own.
 */
export function isForPage(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing && event.keyCode !== COMPOSES && !isCovered()
}

/** The code of a key that an input method has taken (UI Events, section 7.3.1). */
const COMPOSES = 229

/** Whether a dialog lies over the page. */
export function isCovered(): boolean {
  return document.querySelector('dialog[open]') !== null
}
