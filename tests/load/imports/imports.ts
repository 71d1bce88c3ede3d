import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/project.mjs'
import { smallPack, writePackBelow } from '../../support/packs/pack.ts'
import { figure, type Result } from '../results.ts'
import type { Section } from '../run/section.ts'
import { questionPack, type BankState } from './question-packs.ts'

const QUESTIONS = 20_000
/** Longest that a save may wait for an import, in milliseconds. */
const MAX_WAIT = 200

/** Imports in the order in which they run; each changes the state that the import before it left. */
const imports: Record<string, Partial<BankState>> = {
  fresh: {},
  unchanged: {},
  '1 % reworded': { wordOf: (index) => (index % 100 === 0 ? 'amber' : 'azure') },
  'all reworded': { wordOf: () => 'blue' },
  'all answers changed': { isThirdRight: true },
  'all options moved': { isReversed: true },
  'an option less in all': { options: 3 },
  'an option more in all': { options: 4 },
  'half of the questions removed': { count: QUESTIONS / 2 },
}

/** How long saves wait while another process imports 20,000 questions into SQLite, whose writers take turns. */
export const importWaits: Section = {
  name: 'imports',
  title: `Longest wait of a save while ${QUESTIONS} questions are imported`,
  engines: ['sqlite'],
  onRequest: true,
  run: ({ folder }) => measureWaits(mkdtempSync(path.join(folder, 'imports-'))),
}

async function measureWaits(folder: string): Promise<Result[]> {
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  await runContent('import', dataDir, writePackBelow(folder, smallPack()))
  const results: Result[] = []
  const measure = async (name: string, command: 'import' | 'check', state: BankState) => {
    const pack = writePackBelow(folder, questionPack(state))
    const stopSaves = await startSaves(dataDir)
    const began = performance.now()
    await runContent(command, dataDir, pack)
    const seconds = (performance.now() - began) / 1000
    const budget = command === 'import' ? { atMost: MAX_WAIT } : {}
    results.push(figure(name, await stopSaves(), 'ms', budget, `${command} of ${seconds.toFixed(0)} s`))
    rmSync(pack, { recursive: true })
  }
  // Shows how long saves wait for the processor and the disk of this machine.
  await measure('only checked, without a write', 'check', initial)
  let state = initial
  for (const [name, change] of Object.entries(imports)) {
    state = { ...state, ...change }
    await measure(name, 'import', state)
  }
  return results
}

const initial: BankState = {
  count: QUESTIONS,
  wordOf: () => 'azure',
  isThirdRight: false,
  isReversed: false,
  options: 4,
}

/** Checks or imports a pack in a process of its own. */
async function runContent(command: 'import' | 'check', dataDir: string, pack: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, 'src/content/cli.ts'), command, pack], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`The ${command} of ${pack} ended with ${code}`)
}

/**
 * Starts a process that saves all the time.
 * @returns a function that ends the process and returns its longest wait in milliseconds
 */
async function startSaves(dataDir: string): Promise<() => Promise<number>> {
  const child = fork(path.join(import.meta.dirname, 'save-loop.ts'), { env: { ...process.env, DATA_DIR: dataDir } })
  const failed = once(child, 'exit').then(() => {
    throw new Error('The process that saves has ended')
  })
  failed.catch(() => {})
  await Promise.race([once(child, 'message'), failed])
  return async () => {
    const longest = once(child, 'message') as Promise<[number]>
    child.send('stop')
    const [ms] = await Promise.race([longest, failed])
    await once(child, 'exit')
    return ms
  }
}
