// Lighthouse on the lobby and on a table of a house that runs: `npm run lighthouse -- http://127.0.0.1:8080`. It is fetched when it is asked for (176 MB, and it
// wants a newer Node than the rest), so that whoever only builds the pages does not need it. What it says goes into the report.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TOOL = 'lighthouse@13.5.0'
const [house] = process.argv.slice(2)
if (house === undefined) {
  console.error('expected where a house is, such as http://127.0.0.1:8080')
  process.exit(2)
}
const pages = { lobby: '/', table: '/#/t/three-card-poker' }
const chrome = process.env.CHROMIUM ?? '/usr/bin/chromium'
const said = []
for (const [page, path] of Object.entries(pages)) {
  for (const screen of ['phone', 'desktop']) {
    const file = join(tmpdir(), `lighthouse-${process.pid}.json`)
    const words = ['--yes', TOOL, house + path, '--quiet', '--output=json', `--output-path=${file}`, '--chrome-flags=--headless=new --no-sandbox']
    execFileSync('npx', screen === 'desktop' ? [...words, '--preset=desktop'] : words, { cwd: tmpdir(), stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, npm_config_engine_strict: 'false', CHROME_PATH: chrome } })
    const { categories, audits } = JSON.parse(readFileSync(file, 'utf8'))
    rmSync(file)
    const score = (name) => Math.round(categories[name].score * 100)
    const failed = Object.values(audits).filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
    said.push({
      page,
      screen,
      performance: score('performance'),
      accessibility: score('accessibility'),
      best_practices: score('best-practices'),
      largest_paint_ms: Math.round(audits['largest-contentful-paint'].numericValue),
      layout_shift: Number(audits['cumulative-layout-shift'].numericValue.toFixed(3)),
      not_met: failed.map(({ title }) => title),
    })
    console.log(JSON.stringify(said.at(-1)))
  }
}
const folder = new URL('../measured/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('lighthouse.json', folder), `${JSON.stringify(said, null, 2)}\n`)
