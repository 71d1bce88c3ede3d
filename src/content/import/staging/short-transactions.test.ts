import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockContent, renewContent } from '#core/content/content-facts.ts'
import { markChanged } from '#core/content/content-changes.ts'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { freshDatabase, type FreshDatabase } from '../../../../tests/support/api/database.ts'
import { PACK_READ, writePackBelow, type PackFiles } from '../../../../tests/support/packs/pack.ts'
import { bank, readBank } from '../../../../tests/support/packs/question-bank.ts'
import { readPack } from '../../read/read-pack.ts'
import { importPack } from '../import-pack.ts'

let opened: FreshDatabase
/** The importer's connection, of which every statement is seen. */
let importer: OpenDatabase
let statements: string[]

beforeEach(async () => {
  opened = await freshDatabase()
  importer = await connect(opened.dataDir)
})
afterEach(async () => {
  await importer.close()
  await opened.close()
})

const connect = (dataDir: string) => {
  statements = []
  return openDatabase({ databaseUrl: opened.databaseUrl, dataDir, onQuery: ({ sql }) => void statements.push(sql) })
}

async function importBank(files: PackFiles, { db } = importer, more: { dryRun?: boolean } = {}) {
  const pack = await readPack(writePackBelow(opened.dataDir, files), PACK_READ)
  return (await importPack(db, pack, { files: folderStore(opened), now: PACK_READ, learners: false, ...more }))!
}

const visible = () => readBank(opened.db)

/** Runs an import and calls a function after each of its transactions. */
async function importWatched(files: PackFiles, watch: () => Promise<void>) {
  const { db } = importer
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const result = await execute(work)
      await watch()
      return result
    }
    return builder
  }
  try {
    return await importBank(files)
  } finally {
    db.transaction = begin
  }
}

describe('an import', () => {
  it('shows readers all of it or nothing after each of its transactions', async () => {
    const seen = new Set<string>()
    const watch = async () => void seen.add(await visible())
    const packs = [
      bank(30, 'old'),
      bank(40, 'new', { marks: '{ correct: 2, wrong: 1/4 }' }),
      bank(20, 'newer'),
      bank(20, 'newer', { options: ['third', 'first', 'second'], answer: 'B' }),
      bank(20, 'newer', { options: ['fourth', 'second', 'third', 'first'], answer: 'A' }),
      bank(20, 'newer', { options: ['second', 'third', 'fourth'], answer: 'C' }),
    ]
    for (const files of packs) {
      seen.clear()
      const before = await visible()
      let transactions = 0
      await importWatched(files, async () => {
        transactions += 1
        await watch()
      })
      expect(transactions).toBeGreaterThan(4)
      expect([...seen].filter((state) => state !== before)).toEqual([await visible()])
      expect(await visible()).not.toBe(before)
      const options = (table: 'question_options' | 'option_texts') =>
        opened.db.selectFrom(table).selectAll().orderBy('id').execute()
      expect(await options('question_options')).toEqual(await options('option_texts'))
    }
  })

  it('has a last transaction that does not grow with new, reworded and reordered questions', async () => {
    const longest = async (files: PackFiles) => {
      statements.length = 0
      await importBank(files)
      const lengths = statements
        .join('\n')
        .split('begin')
        .map((transaction) => transaction.split('commit')[0]!.split('\n').length)
      return Math.max(...lengths.slice(1))
    }
    const turned = (count: number) => bank(count, 'new', { options: ['third', 'first', 'second'], answer: 'B' })
    const small = [await longest(bank(20, 'old')), await longest(bank(20, 'new')), await longest(turned(20))]
    await importer.close()
    await opened.close()
    opened = await freshDatabase()
    importer = await connect(opened.dataDir)
    const large = [await longest(bank(1200, 'old')), await longest(bank(1200, 'new')), await longest(turned(1200))]
    // Papers and options go a few hundred rows a statement, in transactions of their own.
    expect(large[0]! - small[0]!).toBeLessThanOrEqual(8)
    expect(large.slice(1)).toEqual(small.slice(1))
  })

  it('locks nothing when nothing has changed', async () => {
    await importBank(bank(10, 'old'))
    statements.length = 0
    const again = await importBank(bank(10, 'old'))
    expect([again.questions.changed.size, again.questions.added.size]).toEqual([0, 0])
    expect(statements.filter((statement) => /^begin|start transaction/i.test(statement))).toEqual([])
  })

  it('that was cut off leaves nothing visible, and the next one takes up what it left', async () => {
    await importBank(bank(20, 'old'))
    const before = await visible()
    const whole = bank(30, 'new')
    /** 90 of the bank, and those of the small pack's two exams. */
    const OPTIONS = 104
    for (let cut = 1; ; cut += 1) {
      let transactions = 0
      const ended = await importWatched(whole, async () => {
        transactions += 1
        // A process that has died copies nothing afterwards either.
        if (transactions >= cut) throw new Error('cut off')
      }).catch((error: unknown) => error)
      if (!(ended instanceof Error)) break
      expect(ended.message).toBe('cut off')
      const now = await visible()
      if (now !== before) {
        // Cut off after the release: all of it is there.
        expect(JSON.parse(now).texts).toHaveLength(OPTIONS)
        break
      }
    }
    await importBank(whole)
    const fresh = await visible()
    expect(JSON.parse(fresh).texts).toHaveLength(OPTIONS)
    expect(fresh).not.toContain('old')
    for (const table of ['import_rows', 'question_text_changes', 'option_text_changes'] as const)
      expect(await opened.db.selectFrom(table).selectAll().execute()).toEqual([])
    const bare = await opened.db.selectFrom('questions').select('content_html').where('key', '=', 'bank-0').execute()
    expect(bare).toEqual([{ content_html: '<p>Text of bank-0, new</p>' }])
    expect(await opened.db.selectFrom('exams').select('id').where('retired', '>', 1).execute()).toEqual([])
  })

  it('compares again when the console changes the content meanwhile, and overwrites nothing', async () => {
    await importBank(bank(10, 'old'))
    let isChanged = false
    const changing = importWatched(bank(12, 'new'), async () => {
      if (isChanged) return
      isChanged = true
      await opened.db.transaction().execute(async (tx) => {
        await lockContent(tx)
        await tx.updateTable('courses').set({ price_paise: 100 }).where('key', '=', 'alpha').execute()
        await markChanged(tx, { kind: 'price', key: 'alpha', fields: ['price'], who: 'Divya', now: PACK_READ })
      })
    })
    await expect(changing).rejects.toThrow()
    const price = await opened.db.selectFrom('courses').select('price_paise').where('key', '=', 'alpha').execute()
    expect(price).toEqual([{ price_paise: 100 }])
    expect(await visible()).toContain('old')
  })

  it('gives up, with nothing imported, when the content changes each time', async () => {
    await importBank(bank(10, 'old'))
    const before = JSON.parse(await visible()).texts
    const changing = importWatched(bank(12, 'new'), () =>
      opened.db.transaction().execute(async (tx) => {
        await lockContent(tx)
        await renewContent(tx, PACK_READ)
      }),
    )
    await expect(changing).rejects.toMatchObject({ problems: [expect.stringContaining('was changed 5 times')] })
    expect(JSON.parse(await visible()).texts).toEqual(before)
  })

  it('waits for another one, and both are imported', async () => {
    await importBank(bank(10, 'old'))
    await Promise.all([importBank(bank(10, 'harvest')), importBank(bank(10, 'monsoon'), opened)])
    const shown = await visible()
    expect(shown.includes('harvest') !== shown.includes('monsoon')).toBe(true)
  })

  it('says in a dry run what a real one does, and leaves no rows', async () => {
    await importBank(bank(10, 'old'))
    const rows = async () => (await opened.db.selectFrom('questions').selectAll().orderBy('id').execute()).length
    const [before, count] = [await visible(), await rows()]
    const dry = await importBank(bank(15, 'new'), importer, { dryRun: true })
    expect([await visible(), await rows()]).toEqual([before, count])
    const { questions, exams } = await importBank(bank(15, 'new'))
    expect([dry.questions, dry.exams].map(({ added, changed }) => [[...added], [...changed]])).toEqual(
      [questions, exams].map(({ added, changed }) => [[...added], [...changed]]),
    )
  })
})
