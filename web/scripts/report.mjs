// What a first visit to the table loads, compressed, and whether that is little enough; and how soon an event is painted. Printed by the build; fails above the limit of the first.
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MOST = 150 * 1024
const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const assets = await readdir(join(dist, 'assets'))

/** A file and what it imports at once, over all files of the bundle. */
async function loads(name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = await readFile(join(dist, 'assets', name), 'utf8')
  for (const [, other] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) await loads(other, seen)
  return seen
}

const page = await readFile(join(dist, 'index.html'), 'utf8')
const first = [...page.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name]) => name)
const table = assets.filter((name) => /^(TablePage|RuleCard)-.*\.(js|css)$/.test(name))
const names = new Set(first.filter((name) => name.endsWith('.css')).concat(table.filter((name) => name.endsWith('.css'))))
for (const name of [...first, ...table].filter((name) => name.endsWith('.js'))) for (const one of await loads(name)) names.add(one)

const rows = [['index.html', join(dist, 'index.html')], ['icon.svg', join(dist, 'icon.svg')], ...[...names].map((name) => [name, join(dist, 'assets', name)])]
const size = async (path) => (await stat(path)).size
let [plain, gz, br] = [0, 0, 0]
console.log('The first load of a table, in bytes:\n' + 'file'.padEnd(34) + 'plain'.padStart(9) + 'gzip'.padStart(9) + 'brotli'.padStart(9))
for (const [name, path] of rows) {
  const sizes = await Promise.all([path, `${path}.gz`, `${path}.br`].map(size))
  console.log(name.padEnd(34) + sizes.map((one) => String(one).padStart(9)).join(''))
  plain += sizes[0]
  gz += sizes[1]
  br += sizes[2]
}
console.log('in all'.padEnd(34) + [plain, gz, br].map((one) => String(one).padStart(9)).join(''))

// What was measured on this machine of these pages, and not of others that were built before: by the tests in Chromium, and by Lighthouse.
const LATE_MS = 50
const made = async (file) => (await stat(file)).mtimeMs
async function measured(name) {
  const file = new URL(`../measured/${name}.json`, import.meta.url)
  if (!existsSync(file) || (await made(file)) < (await made(join(dist, 'index.html')))) return undefined
  return JSON.parse(await readFile(file, 'utf8'))
}

const painted = await measured('event-to-painted')
if (painted === undefined) console.log('\nHow soon an event is painted was not measured: `npm run e2e` does it')
else {
  const { count, median, p95, most } = painted
  const ms = (value) => `${value.toFixed(1)} ms`
  console.log(`\nFrom a message of the live line to the frame that shows it, ${count} times: ${ms(median)} in the middle, ${ms(p95)} for 19 of 20, ${ms(most)} at most; wanted: ${LATE_MS} ms${p95 > LATE_MS ? ', which is NOT reached' : ''}`)
}

console.log('\nLighthouse, of 100 each:')
const lighthouse = await measured('lighthouse')
if (lighthouse === undefined) console.log('not run: `npm run lighthouse -- ADDRESS` does it, at a house that runs')
for (const { page, screen, performance, accessibility, best_practices, largest_paint_ms, layout_shift, not_met } of lighthouse ?? []) {
  const failed = not_met.length === 0 ? '' : `; not met: ${not_met.join('; ')}`
  console.log(`${page}, ${screen}: performance ${performance}, accessibility ${accessibility}, best practices ${best_practices}; largest paint ${largest_paint_ms} ms, layout shift ${layout_shift}${failed}`)
}

if (gz > MOST) {
  console.error(`The first load of a table is ${gz} bytes with gzip; it may be ${MOST}.`)
  process.exit(1)
}
