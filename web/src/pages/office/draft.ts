// What somebody writes of a game file and has not brought in yet: it is there again after a step back, and after the page was loaded anew.

/** The longest body of a request, in bytes, as the server has it. */
export const LONGEST_BODY = 64 * 1024
/** What of it is for the reason beside the file, and for the form of both. */
const BESIDE = 4 * 1024
/** How long a game file may be as it is sent, in bytes. */
export const LONGEST_GAME = LONGEST_BODY - BESIDE

/** How many bytes a file takes as it is sent: what a text of JSON must escape counts twice. */
export function bytesOf(text: string): number {
  // As many at least: what is far too long is not gone through.
  return text.length > LONGEST_GAME ? text.length : new TextEncoder().encode(JSON.stringify(text)).length
}

export function isTooLong(text: string): boolean {
  return bytesOf(text) > LONGEST_GAME
}

const name = (player: string, game: string) => `tercet.draft.${player}.${game}`

export interface Draft {
  /** What is written. */
  text: string
  /** What the house had as it was begun, if that was heard. */
  of?: string | undefined
}

/** What a player has written of a game in this window; nothing if it was brought in, wiped out, or never begun. */
export function draftOf(player: string, game: string): Draft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name(player, game)) ?? 'null') as Draft | null
    return kept?.text ? kept : undefined
  } catch {
    return undefined
  }
}

/** Keeps it, or forgets it; nothing written is no draft. */
export function keepDraft(player: string, game: string, draft: Draft | undefined): void {
  try {
    if (draft === undefined || draft.text === '') sessionStorage.removeItem(name(player, game))
    else sessionStorage.setItem(name(player, game), JSON.stringify(draft))
  } catch {
    // Nothing may be kept in this browser, or not so much: it is there until the page is left.
  }
}
