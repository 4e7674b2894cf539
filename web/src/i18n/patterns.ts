// Sentences that are made by a pattern, and what each is in another language.

/** Each pattern with what is said for it; nothing where a part of it is not known. */
export type Patterns = [RegExp, (...parts: string[]) => string | undefined][]

/** The text with its parts, if all of them are known. */
export function all(texts: TemplateStringsArray, ...parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : String.raw({ raw: texts }, ...parts)
}

/** What the first pattern that fits makes of a text. */
export function first(patterns: Patterns, text: string): string | undefined {
  for (const [pattern, said] of patterns) {
    const found = pattern.exec(text)
    const german = found === null ? undefined : said(...found.slice(1))
    if (german !== undefined) return german
  }
  return undefined
}
