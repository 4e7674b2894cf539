import { defineConfig } from 'vitest/config'

// A picture of every page at both sizes: `npm --prefix web run pictures` (PICTURES names another folder).
export default defineConfig({
  test: { include: ['tests/e2e/pictures.ts', 'tests/e2e/hard.ts'], fileParallelism: false, testTimeout: 240_000, hookTimeout: 120_000 },
})
