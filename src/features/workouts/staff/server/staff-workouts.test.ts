import { writeFileSync } from 'node:fs'
import type * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeFile } from '#features/authoring/staff/authoring.contract.ts'
import type { FileUse } from '#features/authoring/authoring.rules.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { readMarks } from '#core/content/content-changes.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { storePrivateImage } from '#providers/images/uploaded-image.ts'
import {
  TEST_START,
  testApi,
  type TestApi,
  type TestLearner,
  type TestStaff,
} from '../../../../../tests/support/api/api.ts'
import { fileOf, pictureOf } from '../../../../../tests/support/packs/images.ts'
import { learningPack } from '../../../../../tests/support/packs/learning-pack.ts'
import { packImporter } from '../../../../../tests/support/packs/pack.ts'
import { seedEnrolment } from '../../../../../tests/support/scenes/catalogue-fixture.ts'
import { listWorkouts, logWorkout } from '../../workouts.contract.ts'
import * as contracts from '../workouts.contract.ts'

const pdf = Buffer.from('%PDF-1.7 a worksheet')
const mp3 = Buffer.from('ID3 a lesson')

let api: TestApi
let author: TestStaff
let alpha: number
let beta: number
let learner: TestLearner

beforeAll(async () => {
  api = await testApi()
  await packImporter(api.database)(learningPack())
  const { db } = api.services
  const idOf = async (key: string) =>
    (await db.selectFrom('courses').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id
  ;[alpha, beta] = [await idOf('alpha'), await idOf('beta')]
  learner = await api.learner()
  for (const courseId of [alpha, beta])
    await seedEnrolment(db, { userId: learner.user.id, courseId, validFor: 30 * DAY })
})
beforeEach(async () => {
  author = await api.staff('author')
})
afterAll(() => api.close())

const store = async (use: FileUse, bytes: Uint8Array, name: string) =>
  (await api.call(storeFile, { body: { file: fileOf(bytes, name), use } }, { staff: author })).body

type Said = Partial<z.input<typeof contracts.makeWorkout.body>>
const make = (body: Said) =>
  api.call(
    contracts.makeWorkout,
    { body: { course_id: beta, type: 'plain', title: 'A task', published_at: null, ...body } },
    { staff: author },
  )
const made = async (body: Said) => {
  const { status, body: reply } = await make(body)
  expect([status, reply.errors]).toEqual([200, undefined])
  return reply.id
}
const get = async (id: number) => (await api.call(contracts.getWorkout, { params: { id } }, { staff: author })).body
const change = async (id: number, body: object = {}) => {
  const { version, type, title, published_at, filename, file, markdown, text } = await get(id)
  const use = { audios: 'audio', images: 'picture', documents: 'document', richtext: '', plain: '' }[type]
  const now = {
    ...{ type, title, published_at, published_was: published_at, version },
    ...(filename && { filename }),
    ...(use && { [use]: file!.name }),
    ...(markdown !== null && { markdown }),
    ...(text !== null && { text }),
  }
  return api.call(contracts.changeWorkout, { params: { id }, body: { ...now, ...body } }, { staff: author })
}
const seen = async (courseId: number) =>
  (await api.call(listWorkouts, { params: { id: courseId }, query: { per_page: 100 } }, learner)).body.workouts.data
const seenOne = async (id: number) => (await seen(beta)).find((one) => one.id === id)
const rowOf = (id: number) =>
  api.services.db.selectFrom('daily_workouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const log = async (id: number) =>
  (await listWork(api.services.db, { subject: `workout ${id}`, page: 1 })).entries.map(({ action, before, after }) => ({
    action,
    before,
    after,
  }))

describe('a workout that an author makes', () => {
  test('of each type is there at once for those who have its course, and written down once', async () => {
    const picture = await store('picture', await pictureOf('png'), 'map.png')
    const sound = await store('audio', mp3, 'C:\\lessons\\By ear.mp3')
    const paper = await store('document', pdf, 'Worksheet 1.pdf')
    const ids = [
      await made({ type: 'richtext', title: 'Rich', markdown: 'A *rich* text' }),
      await made({ type: 'plain', title: 'Plain', text: ' Two\nlines <b> \n' }),
      await made({ type: 'images', title: 'Picture', picture: picture.file, called: picture.name }),
      await made({ type: 'audios', title: 'Sound', audio: sound.file, called: sound.name }),
      await made({
        type: 'documents',
        title: 'Paper',
        document: paper.file,
        filename: 'For you.pdf',
        called: paper.name,
      }),
    ]
    const shown = await seen(beta)
    expect(ids.map((id) => shown.find((one) => one.id === id)).map((one) => [one?.contenttype, one?.filename])).toEqual(
      [
        ['richtext', ''],
        ['plain', ''],
        ['images', 'map.png'],
        ['audios', 'By ear.mp3'],
        ['documents', 'For you.pdf'],
      ],
    )
    const [rich, plain, image, audio, document] = ids.map((id) => shown.find((one) => one.id === id)!.content)
    expect([rich, plain]).toEqual(['<p>A <em>rich</em> text</p>', 'Two\nlines <b>'])
    for (const [address, bytes] of [
      [audio, mp3],
      [document, pdf],
    ] as const)
      expect(Buffer.from(await (await api.request(address!)).arrayBuffer()).equals(bytes)).toBe(true)
    expect((await api.request(image!)).headers.get('content-type')).toBe('image/webp')

    expect(await get(ids[0]!)).toMatchObject({
      markdown: 'A *rich* text',
      state: 'published',
      opened: null,
    })
    expect(await log(ids[4]!)).toEqual([
      {
        action: 'workout made',
        before: {},
        after: expect.objectContaining({ document: paper.file, filename: 'For you.pdf', title: 'Paper' }) as object,
      },
    ])
    expect((await readMarks(api.services.db)).filter(({ kind }) => kind === 'workout')).toHaveLength(5)
  })

  test('for a time to come appears then, and by itself', async () => {
    const id = await made({ text: 'Tomorrow', published_at: api.clock.now() + DAY })
    expect([await seenOne(id), (await get(id)).state]).toEqual([undefined, 'scheduled'])
    api.clock.advance(DAY)
    author = await api.staff('author')
    expect([(await seenOne(id))?.content, (await get(id)).state]).toEqual(['Tomorrow', 'published'])
  })

  test('is refused at the field that is wrong', async () => {
    const learners = await storePrivateImage(api.services.files, fileOf(await pictureOf('png')), 'x', {
      ...{ width: 100, height: 100, fit: 'inside' },
    })
    // As earlier versions called uploads: a hash of a salt that nobody kept, and of the content.
    const webp = await pictureOf('webp')
    const old = `${'ab'.repeat(16)}.webp`
    await api.services.files.adopt('private', old, written(webp))
    const sound = await store('audio', mp3, 'x.mp3')
    const lecture = await api.services.files.putPrivate(Buffer.from('\0\0\0\x18ftypmp42'), 'mp4')
    const cases: [Said, string][] = [
      [{ type: 'images', picture: learners, called: 'x.webp' }, 'picture'],
      [{ type: 'images', picture: old, called: 'x.webp' }, 'picture'],
      [{ type: 'images', picture: sound.file, called: 'x.webp' }, 'picture'],
      [{ type: 'audios', audio: lecture, called: 'x.mp4' }, 'audio'],
      [{ type: 'documents', document: `${'0'.repeat(32)}.pdf`, called: 'x.pdf' }, 'document'],
      [{ type: 'documents', audio: sound.file }, 'document'],
      [{ type: 'audios', audio: sound.file }, 'filename'],
      [{ type: 'plain', markdown: 'x' }, 'text'],
      [{ type: 'richtext', text: 'x' }, 'markdown'],
      [{ type: 'richtext', markdown: 'One\n\n# Two' }, 'markdown'],
      [{ type: 'plain', text: 'x', course_id: 999_999 }, 'course_id'],
      [{ type: 'plain', text: 'x', title: ' ' }, 'title'],
    ]
    const answers = []
    for (const [said] of cases) answers.push(await make(said))
    expect(answers.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual(
      cases.map(([, field]) => [422, [field]]),
    )
  })
})

describe('a workout that is changed', () => {
  const packed = async (key: string) =>
    (await api.services.db.selectFrom('daily_workouts').select('id').where('key', '=', key).executeTakeFirstOrThrow())
      .id

  test('keeps the time that a pack counts from the day, unless that is changed', async () => {
    const id = await packed('by-ear')
    expect((await get(id)).published_rule).toBe('today-1d 07:00')
    expect((await change(id, { title: 'By both ears' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ title: 'By both ears', published_rule: 'today-1d 07:00' })
    const { published_at } = await get(id)
    await change(id, { published_at: published_at - HOUR })
    expect(await rowOf(id)).toMatchObject({ published_at: published_at - HOUR, published_rule: null })
    expect((await log(id)).map(({ action, after }) => [action, Object.keys(after)])).toEqual([
      ['workout changed', ['published_at']],
      ['workout changed', ['title']],
    ])
    const [mark] = (await readMarks(api.services.db)).filter(({ key }) => key === 'alpha/by-ear')
    expect(mark?.fields).toEqual(['title', 'published'])
  })

  test('says nothing to the log where nothing is different', async () => {
    const id = await packed('by-heart')
    const before = await rowOf(id)
    expect((await change(id)).body.message).toBe('Nothing was different')
    expect([await rowOf(id), await log(id)]).toEqual([before, []])
  })

  test('keeps a text that came as HTML until it is written anew', async () => {
    const id = await packed('by-heart')
    const content = '<p>As <em>HTML</em></p>'
    await api.services.db.updateTable('daily_workouts').set({ content }).where('id', '=', id).execute()
    expect(await get(id)).toMatchObject({ markdown: null, html: content })
    expect((await change(id, { title: 'Heart' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ content, title: 'Heart' })
    expect((await change(id, { markdown: 'Written *anew*' })).status).toBe(200)
    expect(await get(id)).toMatchObject({ markdown: 'Written *anew*', html: '<p>Written <em>anew</em></p>' })
    expect((await change(id, { markdown: undefined })).body.errors).toEqual({ markdown: 'Please write the text' })
  })

  test('becomes another type, with what that is made of', async () => {
    const id = await packed('by-paper')
    expect((await change(id, { type: 'plain' })).body.errors).toEqual({ text: 'Please write the text' })
    expect((await change(id, { type: 'plain', text: 'Words' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ contenttype: 'plain', content: 'Words', filename: '' })
  })

  test('by two people at once: the second sees what it says now', async () => {
    const id = await made({ text: 'First' })
    const { version } = await get(id)
    await change(id, { text: 'Second' })
    const { status, body } = await change(id, { text: 'Third', version })
    expect([status, body.code]).toEqual([409, 'edited'])
    expect(body.errors).toMatchObject({ text: 'Second', title: 'A task', version: String(version + 1) })
    expect(body.errors?.changed_by).toBe(author.name)
    expect((await change(id, { text: 'Third', version: version + 1 })).status).toBe(200)
  })

  test('goes out of sight and comes back, each written down once', async () => {
    const id = await made({ text: 'Here' })
    const act = async (does: typeof contracts.withdrawWorkout | typeof contracts.bringBackWorkout) =>
      (await api.call(does, { params: { id } }, { staff: author })).status
    expect(await act(contracts.withdrawWorkout)).toBe(200)
    expect([await seenOne(id), (await get(id)).state]).toEqual([undefined, 'withdrawn'])
    expect(await act(contracts.withdrawWorkout)).toBe(200)
    // What is out of sight can be changed there.
    expect((await change(id, { text: 'Better' })).status).toBe(200)
    expect(await seenOne(id)).toBeUndefined()
    expect(await act(contracts.bringBackWorkout)).toBe(200)
    expect((await seenOne(id))?.content).toBe('Better')
    expect((await log(id)).map(({ action }) => action)).toEqual([
      ...['workout brought back', 'workout changed', 'workout withdrawn', 'workout made'],
    ])
  })

  test('is copied to another course and another day with its text as it was written', async () => {
    const id = await made({ type: 'richtext', title: 'Copied', markdown: '**Again**' })
    const { body } = await api.call(
      contracts.copyWorkout,
      { params: { id }, body: { course_id: alpha, published_at: api.clock.now() + DAY } },
      { staff: author },
    )
    expect(await get(body.id)).toMatchObject({
      ...{ title: 'Copied', markdown: '**Again**', state: 'scheduled', published_at: api.clock.now() + DAY },
      course: { id: alpha },
    })
    expect((await rowOf(body.id)).key).not.toBe((await rowOf(id)).key)
    expect((await log(body.id))[0]).toMatchObject({ action: 'workout copied', after: { copied_from: id } })
  })
})

describe('the list', () => {
  const list = async (query: object) =>
    (await api.call(contracts.listAllWorkouts, { query }, { staff: await api.staff('mentor') })).body

  test('narrows, counts who opened what, and goes on from page to page, newest first', async () => {
    const { db } = api.services
    const base = TEST_START + 100 * DAY
    const rows = Array.from({ length: 30 }, (_, index) => ({
      ...{ course_id: beta, key: `w-${index}`, contenttype: 'documents' as const, title: `Sheet 10%_${index}` },
      // Some at the same moment.
      ...{ content: `${'0'.repeat(32)}.pdf`, filename: 'x.pdf', published_at: base + Math.floor(index / 3) * MINUTE },
      ...{ published_rule: null, retired: index === 29 ? 1 : 0 },
    }))
    await db.insertInto('daily_workouts').values(rows).execute()
    const first = await list({ words: 'SHEET 10%_' })
    const second = await list({ words: 'SHEET 10%_', after: first.next })
    const all = [...first.data, ...second.data]
    expect([first.data.length, second.data.length, second.next]).toEqual([25, 5, null])
    expect(all.map(({ title }) => title)).toEqual(rows.map(({ title }) => title).toReversed())
    expect(all.map(({ state }) => state)).toEqual(['withdrawn', ...Array<string>(29).fill('scheduled')])
    expect((await list({ words: 'sheet', state: 'withdrawn', type: 'documents', course: beta })).data).toHaveLength(1)
    for (const nothing of [{ state: 'published' }, { type: 'plain' }, { course: alpha }])
      expect((await list({ words: 'sheet 10', ...nothing })).data).toEqual([])

    api.clock.set(base + HOUR)
    const { id } = all[5]!
    for (const one of [await api.learner(), await api.learner()]) {
      await seedEnrolment(db, { userId: one.user.id, courseId: beta, validFor: 300 * DAY })
      for (let twice = 0; twice < 2; twice += 1) await api.call(logWorkout, { params: { id } }, one)
    }
    const counted = (await list({ words: 'sheet' })).data.map((one) => [one.id, one.opened])
    expect(counted).toEqual(all.slice(0, 25).map((one) => [one.id, one.id === id ? 2 : 0]))
  })
})

/** A file of this machine that holds these bytes. */
function written(bytes: Uint8Array): string {
  const file = `${api.database.dataDir}/old.webp`
  writeFileSync(file, bytes)
  return file
}
