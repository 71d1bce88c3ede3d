import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/project.mjs'
import { runCommand } from '../../support/api/command.ts'

/** The course whose title and price every edition changes. */
export const KEPT = 'psc-polity'
/** The course that every second edition lacks. */
export const COMES_AND_GOES = 'bank-puzzles'

/** What learners are shown of the demo after an import. */
export interface Edition {
  number: number
  title: string
  /** As the till asks for it, with GST. */
  price: number
  /** Whether the course is for sale that comes and goes. */
  hasOther: boolean
}

export function editionOf(number: number): Edition {
  return {
    number,
    title: `Polity of edition ${number}`,
    price: (1000 + number * 100) * 1.18,
    hasOther: number % 2 === 0,
  }
}

/** Imports an edition of the demo as staff do, by the command. */
export async function importEdition(number: number, folder: string, databaseUrl: string): Promise<void> {
  const pack = path.join(folder, 'pack')
  rmSync(pack, { recursive: true, force: true })
  cpSync(path.join(root, 'src', 'content', 'demo'), pack, { recursive: true })
  const { title, hasOther } = editionOf(number)
  const file = path.join(pack, 'courses', KEPT, 'course.yaml')
  const course = readFileSync(file, 'utf8')
    .replace(/^title: .*$/m, `title: ${title}`)
    .replace(/^price: .*$/m, `price: ${1000 + number * 100}`)
  writeFileSync(file, course)
  if (!hasOther) rmSync(path.join(pack, 'courses', COMES_AND_GOES), { recursive: true })
  const dataDir = path.join(folder, 'files')
  const { code, err } = await runCommand({ dataDir, databaseUrl }, 'src/content/cli.ts', ['import', pack])
  if (code !== 0) throw new Error(err)
}
