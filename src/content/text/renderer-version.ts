import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What turns a text of a pack into HTML: our own code, and the packages as they are installed. */
const folders = ['../../lib/both/', '../../lib/server/', '../']
const packages = ['../../../package.json', '../../../node_modules/.package-lock.json']

/**
 * Names the code that renders: another name after any change of it or of a package, so that nothing an older one made is
 * used. More counts than takes part, since a file that was forgotten here would leave old texts in use.
 */
export function rendererVersion(): string {
  const files = folders.flatMap((folder) => {
    const at = fileURLToPath(new URL(folder, import.meta.url))
    return readdirSync(at, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.ts$/.test(name))
      .sort()
      .map((name) => at + name)
  })
  const installed = packages.map((name) => fileURLToPath(new URL(name, import.meta.url))).filter((at) => existsSync(at))
  const hash = createHash('sha256').update(process.version)
  for (const file of [...files, ...installed]) hash.update(`\0${file.length}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}
