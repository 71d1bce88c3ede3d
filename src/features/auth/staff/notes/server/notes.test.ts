import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import * as notes from '../notes.contract.ts'

let api: TestApi
let anu: TestStaff
let lekha: TestStaff
beforeAll(async () => {
  api = await testApi()
  anu = await api.staff('support')
  lekha = await api.staff('mentor')
})
afterAll(() => api.close())

const add = (id: number, body: string, staff = anu, key?: string) =>
  api.call(
    notes.addNote,
    { params: { id }, body: { body } },
    { staff, ...(key && { headers: { 'idempotency-key': key } }) },
  )
const list = async (id: number, staff = anu, before?: number) =>
  (await api.call(notes.listNotes, { params: { id }, query: { before } }, { staff })).body
const drop = (id: number, note_id: number, staff = anu) =>
  api.call(notes.deleteNote, { params: { id }, body: { note_id } }, { staff })

describe('notes about a learner', () => {
  test('are read by all who see the learner, with their author, the newest first; the log knows of them without their words', async () => {
    const { id } = (await api.learner()).user
    await add(id, '  Prefers to be called after six.\nSpeaks Malayalam.  ')
    await add(id, 'Asks good questions', lekha)
    expect((await list(id)).data).toMatchObject([
      { body: 'Asks good questions', author: lekha.name, mine: false },
      { body: 'Prefers to be called after six.\nSpeaks Malayalam.', author: anu.name, mine: true },
    ])
    const { entries } = await listWork(api.services.db, { userId: id, page: 1 })
    expect(entries.map(({ action }) => action)).toEqual(['note added', 'note added'])
    expect(JSON.stringify(entries)).not.toContain('called after six')
  })

  test('come twenty at a time', async () => {
    const { id } = (await api.learner()).user
    for (let number = 1; number <= 21; number += 1) await add(id, `Note ${number}`)
    const first = await list(id)
    expect([first.data.length, first.data[0]!.body]).toEqual([20, 'Note 21'])
    const { data, next } = await list(id, anu, first.next!)
    expect([data.map(({ body }) => body), next]).toEqual([['Note 1'], null])
  })

  test('are deleted by their author within an hour, and by nobody else', async () => {
    const { id } = (await api.learner()).user
    const { note } = (await add(id, 'A slip')).body
    const old = (await add(id, 'A month ago')).body.note
    expect((await drop(id, note.id, lekha)).status).toBe(409)
    expect((await drop((await api.learner()).user.id, note.id)).status).toBe(404)
    expect((await drop(id, note.id)).status).toBe(200)
    expect((await drop(id, note.id)).status).toBe(404)
    api.clock.advance(HOUR)
    const staff = await api.staff('support')
    await api.services.db.updateTable('learner_notes').set({ staff_id: staff.id }).where('id', '=', old.id).execute()
    expect((await drop(id, old.id, staff)).status).toBe(409)
    expect((await list(id, staff)).data).toMatchObject([{ body: 'A month ago', mine: false }])
    const { entries } = await listWork(api.services.db, { userId: id, page: 1 })
    expect(entries[0]).toMatchObject({ action: 'note deleted', subject: `note ${note.id}` })
  })

  test('have words, and are added once by a double click', async () => {
    const { id } = (await api.learner()).user
    const staff = await api.staff('support')
    expect((await add(id, '  ', staff)).status).toBe(422)
    expect((await add(id, 'x'.repeat(2001), staff)).status).toBe(422)
    const [one, other] = await Promise.all([add(id, 'Once', staff, 'click'), add(id, 'Once', staff, 'click')])
    expect(one.body.note).toEqual(other.body.note)
    expect((await list(id, staff)).data).toHaveLength(1)
  })
})
