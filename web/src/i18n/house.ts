// The words of the house in a sentence of a page that speaks another language: they stand in English quotation marks, so that it is seen, and
// read aloud, where they begin. `lib/Words` shows such a text.

/** The words of the house as they are cited; nothing is nothing. */
export function cited(text: string): string {
  return text === '' ? '' : `“${text.replace(/[“”]/g, '"')}”`
}

/** A text as what the page says and what it cites of the house, in turn, beginning with what the page says; nothing is cited in most texts. */
export function parted(text: string): string[] {
  // German ends its own quotations with the sign that begins an English one, which no other such sign follows.
  return text.split(/(“[^“”]*”)/)
}
