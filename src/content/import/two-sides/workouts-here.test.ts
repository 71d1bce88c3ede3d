import { describe, expect, it } from 'vitest'
import { contentOf, type SaidContent } from '#features/workouts/staff/server/workout-content.ts'
import * as write from '#features/workouts/staff/server/write-workouts.ts'
import { workoutOf } from '#features/workouts/staff/server/read-workouts.ts'
import { versionOf } from '#core/content/content-changes.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { testWork } from '../../../../tests/support/api/staff-work.ts'
import { pictureOf } from '../../../../tests/support/packs/images.ts'
import { contentRows } from '../../../../tests/support/packs/content-rows.ts'
import { PACK_READ } from '../../../../tests/support/packs/pack.ts'
import { changesOf, contentOfTwoSides, files } from '../../../../tests/support/packs/two-sides.ts'
import { exportPack } from '../../export/export-pack.ts'

const { opened, bring, refusal, marks } = contentOfTwoSides()

const work = testWork(PACK_READ)
const stores = () => ({
  db: opened().db,
  files: folderStore(opened()),
  staff: { id: 1, sessionId: 1, name: 'Leela', roles: [], since: PACK_READ, factorAt: PACK_READ },
  signal: () => new AbortController().signal,
})

/** What staff do with files of each kind, and with texts. */
async function said(): Promise<Record<string, SaidContent>> {
  const { files: store } = stores()
  return {
    rich: { type: 'richtext', markdown: '## Now\n\nA **rich** text with $x^2$\n\n- of\n- lists' },
    plain: { type: 'plain', text: 'Two: lines\n  - "of" #text' },
    sound: {
      type: 'audios',
      audio: await store.putPrivate(Buffer.from('ID3 made here'), 'mp3'),
      filename: 'By ear 1.mp3',
    },
    paper: {
      type: 'documents',
      document: await store.putPrivate(Buffer.from('%PDF-1.7 here'), 'pdf'),
      called: 'paper.pdf',
    },
    picture: { type: 'images', picture: await store.putPrivate(await pictureOf('webp'), 'webp'), called: 'map.png' },
  }
}

/** One workout of each type is made, and each of the pack becomes another. */
async function makeAndChange(): Promise<number[]> {
  const { db } = stores()
  const course = await db.selectFrom('courses').select('id').where('key', '=', 'beta').executeTakeFirstOrThrow()
  const kinds = Object.entries(await said())
  const ids: number[] = []
  for (const [title, content] of kinds)
    ids.push(
      await write.makeWorkout(
        db,
        work,
        { course_id: course.id, type: content.type, title, published_at: PACK_READ },
        await contentOf(stores(), content),
      ),
    )
  const packed = await db
    .selectFrom('daily_workouts')
    .innerJoin('courses', 'courses.id', 'daily_workouts.course_id')
    .where('courses.key', '=', 'alpha')
    .select(['daily_workouts.id', 'daily_workouts.key', 'daily_workouts.published_at'])
    .orderBy('daily_workouts.key')
    .execute()
  expect(packed).toHaveLength(kinds.length)
  for (const [index, { id, key, published_at }] of packed.entries()) {
    const [title, content] = kinds[index]!
    const version = await versionOf(db, { kind: 'workout', key: `alpha/${key}` })
    const same = { title, published_at, published_was: published_at }
    await write.changeWorkout(stores(), work, { id, version, ...content, ...same })
  }
  return ids
}

const told = () =>
  opened()
    .db.selectFrom('daily_workouts')
    .select(['key', 'contenttype', 'title', 'content', 'filename', 'published_at', 'published_rule', 'retired'])
    .orderBy('key')
    .execute()

describe('workouts that were made and changed in the console', () => {
  it('are listed as what an import would overwrite, and survive one that keeps the console', async () => {
    await makeAndChange()
    const before = [await told(), await contentRows(opened().db)]
    const conflicts = (await refusal(files)).filter((line) => line.startsWith('workout'))
    expect(conflicts.filter((line) => line.includes(', type:'))).not.toEqual([])
    for (const key of ['by-ear', 'by-hand', 'by-heart', 'by-map', 'by-paper'])
      expect(conflicts).toContainEqual(expect.stringMatching(new RegExp(`^workout alpha/${key}, title: '`)))
    await bring(files, { side: 'console' })
    expect([await told(), await contentRows(opened().db)]).toEqual(before)
    // The pack's own comes back, and what it does not have goes.
    await bring(files, { side: 'pack' })
    const rows = (await told()).filter(({ retired }) => retired === 0)
    expect(rows.map(({ title }) => title)).toEqual(['By ear', 'By hand', 'By heart', 'By map', 'By paper'])
    expect(await marks()).toEqual([])
  })

  it('are exported with their files and imported to the same rows', async () => {
    const [rich, , , , picture] = await makeAndChange()
    await write.showWorkout(opened().db, work, picture!, false)
    await write.showWorkout(opened().db, work, picture!, true)
    const copied = await opened()
      .db.transaction()
      .execute((tx) => write.copyWorkout(tx, work, { id: rich!, course_id: 1, published_at: null }))
    expect((await workoutOf(opened().db, copied)).source?.texts.text).toMatch(/^## Now/)
    const before = [await told(), await contentRows(opened().db)]
    const folder = `${opened().dataDir}/exported`
    await exportPack(opened().db, folder, { files: folderStore(opened()), fixedTimes: false })
    expect(changesOf(await bring(folder))).toEqual([])
    expect([await told(), await contentRows(opened().db)]).toEqual(before)
    expect(await marks()).toEqual([])
  })
})
