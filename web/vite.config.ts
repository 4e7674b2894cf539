import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { compress } from './scripts/compress.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  plugins: [svelte(), compress()],
  resolve: {
    alias: { $lib: at('src/lib'), $api: at('src/api'), $state: at('src/state'), $i18n: at('src/i18n/index.svelte.ts') },
  },
  build: {
    target: 'es2022',
    // The policy of the server allows no address of data for scripts and styles, and small files are compressed as well as large ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    // `npm run dev` speaks with a house beside it.
    proxy: { '/api': { target: process.env.TERCET ?? 'http://127.0.0.1:8080', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'] },
})
