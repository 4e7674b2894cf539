import { defineConfig } from 'vitest/config'

// In Chromium, against a house that runs: `cargo build -p tercet && npm --prefix web run build && npm --prefix web run e2e`.
export default defineConfig({
  test: { include: ['tests/e2e/*.test.ts'], testTimeout: 150_000, hookTimeout: 60_000, fileParallelism: false },
})
