// Compresses the text files of a build, once, as well as can be, so that the server never compresses a static file while
// somebody waits.
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const compressible = /\.(html|css|js|mjs|svg|json|txt|xml|webmanifest|vtt)$/
/** Below this number of bytes, compression costs more than it saves. */
const COMPRESS_FROM = 256

/**
 * Writes compressed copies beside the text files of a folder.
 * @param {string} folder
 * @returns {Promise<string>} a line with the number of files and their sizes
 */
export async function compressAll(folder) {
  const names = await fs.readdir(folder, { recursive: true }).catch(() => [])
  const files = names.filter((name) => compressible.test(name)).map((name) => path.join(folder, name))
  const sizes = await Promise.all(files.map(compressBeside))
  const total = (which) => Math.round(sizes.reduce((sum, size) => sum + size[which], 0) / 1024)
  return `${files.length} static files: ${total('plain')} kB, compressed ${total('brotli')} kB`
}

async function compressBeside(file) {
  const bytes = await fs.readFile(file)
  if (bytes.length < COMPRESS_FROM) return { plain: bytes.length, brotli: bytes.length }
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
        [zlib.constants.BROTLI_PARAM_QUALITY]: zlib.constants.BROTLI_MAX_QUALITY,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gzip(bytes, { level: 9 }),
  ])
  await Promise.all([fs.writeFile(`${file}.br`, br), fs.writeFile(`${file}.gz`, gz)])
  return { plain: bytes.length, brotli: br.length }
}
