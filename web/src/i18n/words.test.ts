// What may cite the house is shown by `lib/Words`, which says in what language that is; in a title or a label it stands within its quotation marks.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What gives a text of the house in the words of the page, or cites it. */
const SAYS = /\b(say|told|heard|cause|moved|refusal|rowOf|wentBack|quoted|effect)\(/

it('shows no text that may cite the house but by Words', () => {
  const src = new URL('../', import.meta.url)
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.svelte'))
  const bare = files.flatMap((file) => {
    const markup = readFileSync(new URL(file, src), 'utf8').replace(/<(script|style)[^]*?<\/\1>|="[^"]*"/g, '')
    // What stands in the text of the page: neither in an attribute, nor a block of the template.
    return [...markup.matchAll(/(?<!=)\{(?![#:@/])(?:[^{}]|\{[^{}]*\})*\}/g)].flatMap(([text]) => (SAYS.test(text) ? [`${file}: ${text}`] : []))
  })
  expect(bare).toEqual([])
})
