// The words of the house in a sentence of a page that speaks another language: they stand in English quotation marks, so that it is seen, and
// read aloud, where they begin.

/** The words of the house as they are cited. */
export function cited(text: string): string {
  return `“${text.replace(/[“”]/g, '"')}”`
}

/** A text as what the page says and what it cites of the house; nothing is cited in most texts. */
export function parted(text: string): { own: string; house?: string } {
  // German ends its own quotations with the sign that begins an English one: the last one counts.
  const found = /^(.*)(“[^“]*”)$/s.exec(text)
  return found === null ? { own: text } : { own: found[1]!, house: found[2]! }
}
