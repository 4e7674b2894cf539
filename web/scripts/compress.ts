// Writes every text of the bundle once more, compressed: the server hands out what a browser takes, and compresses nothing itself.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXTS = /\.(html|js|css|svg|json|txt|webmanifest)$/
const squeeze = { br: promisify(brotliCompress), gz: promisify(gzip) }

export function compress(): Plugin {
  let folder = 'dist'
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true })
      await Promise.all(names.filter((name) => TEXTS.test(name)).map((name) => both(join(folder, name))))
    },
  }
}

async function both(path: string) {
  const text = await readFile(path)
  const mode = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
  await writeFile(`${path}.br`, await squeeze.br(text, mode))
  await writeFile(`${path}.gz`, await squeeze.gz(text, { level: 9 }))
}
