import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Refusal, root, run } from '../../../scripts/project.mjs'

/** Releases that follow on this folder's: folders beside this file with migrations of theirs. */
export type Next = 'next-release' | 'careless-release'

export interface Releases {
  /** This folder's build. */
  old: string
  /** The same with more migrations, and with other scripts and styles. */
  next: string
  remove: () => void
}

/** What no build needs, or makes itself. */
const left = ['.git', '.astro', '.cache', '.data', 'dist', 'docs', 'node_modules', 'tests', 'test-results']

/** Puts both releases into a folder of the system's temporary one. This folder must be built. */
export async function makeReleases(name: Next): Promise<Releases> {
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-update-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const [old, next] = ['old', 'next'].map((of) => path.join(folder, of)) as [string, string]
    for (const to of [old, next]) {
      const kept = readdirSync(root).filter((entry) => !left.includes(entry))
      for (const entry of kept) cpSync(path.join(root, entry), path.join(to, entry), { recursive: true })
      symlinkSync(path.join(root, 'node_modules'), path.join(to, 'node_modules'))
    }
    cpSync(realpathSync(path.join(root, 'dist')), path.join(old, 'dist'), { recursive: true })
    addMigrations(next, path.join(import.meta.dirname, name))
    append(next, 'src/styles/app.css', '.of-the-next-release { display: none }')
    append(next, 'src/layouts/head/languages.browser.ts', `performance.mark('of the next release')`)
    const { code, output } = await run(process.execPath, ['scripts/build.mjs'], { cwd: next })
    if (code !== 0) throw new Refusal(`The next release cannot be built.\n${output}`)
    keepParts(old, next)
    keepParts(next, old)
    return { old, next, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** As docs/operating.md tells: pages of one release, open in browsers, find their scripts also where the other runs. */
function keepParts(from: string, to: string): void {
  const [parts, there] = [from, to].map((of) => path.join(of, 'dist', 'client', '_astro')) as [string, string]
  cpSync(parts, there, { recursive: true, force: false })
}

function addMigrations(release: string, from: string): void {
  const names = readdirSync(from).map((file) => path.basename(file, '.ts'))
  cpSync(from, path.join(release, 'src', 'db', 'migrations'), { recursive: true })
  const list = path.join(release, 'src', 'db', 'migrate.ts')
  const imports = names.map((name, index) => `import * as more${index} from './migrations/${name}.ts'\n`)
  const entries = names.map((name, index) => `  '${name}': more${index},\n`)
  const before = readFileSync(list, 'utf8')
  const after = before.replace(/(export const migrations: Migrations = \{\n[^}]*)\}/, `$1${entries.join('')}}`)
  if (after === before) throw new Error(`${list} has no list of migrations`)
  writeFileSync(list, imports.join('') + after)
}

function append(release: string, file: string, line: string): void {
  const full = path.join(release, file)
  writeFileSync(full, `${readFileSync(full, 'utf8')}\n${line}\n`)
}
