import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { folderStore } from '#providers/files/folder-store.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { PACK_READ, writePackBelow, type PackFiles } from '../../../../tests/support/packs/pack.ts'
import { bank, readBank } from '../../../../tests/support/packs/question-bank.ts'
import { readPack } from '../../read/read-pack.ts'
import { importPack } from '../import-pack.ts'

/** Questions of the bank: enough that an import is seen in the middle of its short transactions. */
const COUNT = 1000

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
})
afterEach(() => opened.close())

async function importBank(files: PackFiles) {
  const pack = await readPack(writePackBelow(opened.dataDir, files), PACK_READ)
  await importPack(opened.db, pack, { files: folderStore(opened), now: PACK_READ, learners: false })
}

/** Starts an import as a process of its own and kills it as soon as the database is in a state. */
async function killImport(files: PackFiles, isReached: () => Promise<boolean>) {
  const { dataDir, databaseUrl = '' } = opened
  const folder = writePackBelow(dataDir, files)
  const child = spawn(process.execPath, [path.resolve('src/content/cli.ts'), 'import', folder], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  try {
    await vi.waitUntil(
      async () => {
        if (child.exitCode !== null) throw new Error('The import ended before it was killed')
        return isReached()
      },
      { timeout: 60_000, interval: 2 },
    )
  } finally {
    child.kill('SIGKILL')
    await exited
  }
  // Stands for the 15 s after which the lease of a dead import runs out.
  await opened.db.updateTable('leases').set({ expires_at: 0 }).where('name', '=', 'content import').execute()
}

const hasNewQuestions = async () =>
  (await opened.db
    .selectFrom('import_rows')
    .where('table_name', '=', 'questions')
    .select('row_id')
    .limit(1)
    .executeTakeFirst()) !== undefined
const hasChangedTexts = async () =>
  (await opened.db.selectFrom('question_text_changes').select('question_id').limit(1).executeTakeFirst()) !== undefined
const isReleased = async () =>
  (await opened.db.selectFrom('meta').select('key').where('key', '=', 'released-texts').executeTakeFirst()) !==
  undefined

/** Expects that the present content is all there once, and nothing else. */
async function expectNothingLeft() {
  for (const table of ['import_rows', 'question_text_changes', 'option_text_changes'] as const)
    expect(await opened.db.selectFrom(table).selectAll().limit(1).execute()).toEqual([])
  expect(await isReleased()).toBe(false)
  for (const table of ['courses', 'exams', 'exam_courses', 'quizzes', 'quiz_questions'] as const)
    expect(await opened.db.selectFrom(table).select('id').where('retired', '>', 1).execute()).toEqual([])
  const count = (db: FreshDatabase['db']) => db.fn.countAll<number>().as('count')
  const questions = opened.db.selectFrom('questions').where('key', 'like', 'bank-%')
  expect(await questions.select(count(opened.db)).executeTakeFirst()).toEqual({ count: COUNT })
  const options = questions.innerJoin('question_options', 'question_options.question_id', 'questions.id')
  expect(await options.select(count(opened.db)).executeTakeFirst()).toEqual({ count: COUNT * 3 })
  const papers = opened.db.selectFrom('papers').innerJoin('exams', 'exams.id', 'papers.exam_id')
  const held = await papers.where('exams.key', '=', 'bank').select(count(opened.db)).executeTakeFirst()
  expect(held).toEqual({ count: 1 })
}

/** Returns which of the words stand in the texts that learners see. */
async function wordsShown(): Promise<string[]> {
  const shown = await readBank(opened.db)
  return ['amber', 'blue', 'cyan', 'dune'].filter((word) => shown.includes(word))
}

it('shows the old content when an import of new questions is killed, and the next import takes over', async () => {
  await killImport(bank(COUNT, 'amber'), hasNewQuestions)
  expect(await hasNewQuestions()).toBe(true)
  expect(await wordsShown()).toEqual([])
  await importBank(bank(COUNT, 'amber'))
  expect(await wordsShown()).toEqual(['amber'])
  await expectNothingLeft()
})

it('shows the old wording when an import is killed before the release, and the new one after it', async () => {
  await importBank(bank(COUNT, 'amber'))
  await killImport(bank(COUNT, 'blue'), hasChangedTexts)
  expect(await hasChangedTexts()).toBe(true)
  expect(await wordsShown()).toEqual(['amber'])

  await killImport(bank(COUNT, 'cyan'), isReleased)
  expect(await isReleased()).toBe(true)
  expect(await wordsShown()).toEqual(['cyan'])

  await importBank(bank(COUNT, 'dune'))
  expect(await wordsShown()).toEqual(['dune'])
  await expectNothingLeft()
})
