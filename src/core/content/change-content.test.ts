import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { testWork } from '../../../tests/support/api/staff-work.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { edited, packImporter, smallPack, type PackFiles } from '../../../tests/support/packs/pack.ts'
import { listWork } from '../staff/staff-log.ts'
import { changeContent, makeContent } from './change-content.ts'
import { readMarks, versionOf } from './content-changes.ts'

const NOW = 1_772_000_000_000

let opened: FreshDatabase
let importFiles: (files: PackFiles) => Promise<unknown>
beforeEach(async () => {
  opened = await freshDatabase()
  importFiles = packImporter(opened)
  await importFiles(smallPack())
})
afterEach(() => opened.close())

const course = {
  kind: 'course',
  key: 'alpha',
  fields: { title: 'title', text: 'summary' },
  read: async (tx: Db) => {
    const { title, summary } = await tx
      .selectFrom('courses')
      .select(['title', 'summary'])
      .where('key', '=', 'alpha')
      .executeTakeFirstOrThrow()
    return { title, text: summary }
  },
  action: 'course changed',
  subject: 'course alpha',
} as const

const change = (values: { title?: string; summary?: string }, version?: number, who = 'Divya') =>
  changeContent(
    opened.db,
    { ...testWork(NOW), who },
    {
      ...course,
      version,
      write: (tx) => tx.updateTable('courses').set(values).where('key', '=', 'alpha').execute(),
      then: async () => ({ told: 3 }),
    },
  )

const version = () => versionOf(opened.db, course)
const log = async () => (await listWork(opened.db, { page: 1 })).entries

describe('a change of content in the console', () => {
  it('is marked by the fields that differ, and written down once with what it was, is, and led to', async () => {
    const { title, text } = await course.read(opened.db)
    const before = await version()
    const changed = await change({ title: 'Another' }, before)
    expect(changed).toMatchObject({ names: ['title'], version: before + 1 })
    expect(await readMarks(opened.db)).toEqual([{ kind: 'course', key: 'alpha', fields: ['title'] }])
    const long = 'x'.repeat(5000)
    await change({ summary: long })
    const [second, first] = await log()
    expect(first).toMatchObject({ action: 'course changed', before: { title }, after: { title: 'Another', told: 3 } })
    expect(second).toMatchObject({ before: { text }, after: { told: 3 } })
    expect(second!.after.text).toMatch(/^x{1000}… \(5000 characters, SHA-256 [0-9a-f]{64}\)$/)
  })

  it('that changes nothing leaves no mark, no entry and the version', async () => {
    const before = await version()
    const { title } = await course.read(opened.db)
    expect(await change({ title }, before)).toMatchObject({ names: [], version: before })
    expect([await readMarks(opened.db), await log(), await version()]).toEqual([[], [], before])
  })

  it('of what somebody else has changed meanwhile is refused with what it says now, and who it was', async () => {
    const seen = await version()
    const { title } = await course.read(opened.db)
    await change({ title: 'Of Divya' }, seen)
    await expect(change({ title: 'Of Hari' }, seen, 'Hari')).rejects.toMatchObject({
      status: 409,
      code: 'edited',
      message: 'Divya has changed this meanwhile',
      errors: { title: 'Of Divya', version: String(seen + 1), changed_by: 'Divya' },
    })
    // Now the pack says the same, and so the import has nothing to ask.
    await change({ title }, seen + 1)
    await importFiles(edited(smallPack(), 'courses/beta/course.yaml', 'gst: 18', 'gst: 12'))
    await expect(change({ title: 'Of Hari' }, seen + 2, 'Hari')).rejects.toMatchObject({
      errors: { title, changed_by: 'An import of content' },
    })
    expect(await log()).toHaveLength(2)
  })

  it('is not there at all where something that follows from it fails', async () => {
    const made = makeContent(opened.db, testWork(NOW), {
      ...{ kind: 'course', key: 'made', action: 'course made', fields: course.fields, read: course.read },
      write: async (tx) => {
        await tx.updateTable('courses').set({ title: 'Made' }).where('key', '=', 'alpha').execute()
        return { subject: 'course made' }
      },
      then: () => Promise.reject(new Error('Nobody could be told')),
    })
    await expect(made).rejects.toThrow('Nobody could be told')
    expect([await readMarks(opened.db), await log()]).toEqual([[], []])
    expect((await course.read(opened.db)).title).not.toBe('Made')
  })
})
