import { defineConfig } from 'vitest/config'

// In Chromium, against houses that run: `cargo build -p tercet && npm --prefix web run build && npm --prefix web run e2e`.
// What measures time is alone; the others wait for the clocks of their tables most of the time, and two files do so at once.
const measures = 'tests/e2e/feel.test.ts'
// Two files share the processors: what is waited for comes, but not always within the second that a poll has by itself.
// They play by the clocks of real tables, so one that a machine has kept waiting is tried once more, in another house (`inHouse`); the report says which (`retry x1`), and that is looked into.
const times = { testTimeout: 150_000, hookTimeout: 60_000, retry: 1, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'feel', include: [measures], maxWorkers: 1, sequence: { groupOrder: 1 }, ...times } },
      { test: { name: 'people', include: ['tests/e2e/*.test.ts'], exclude: [measures], maxWorkers: 2, sequence: { groupOrder: 2 }, ...times } },
    ],
  },
})
