import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listNotifications } from '#features/notifications/notifications.contract.ts'
import { makeExport } from '#features/profile/profile.contract.ts'
import { listTickets, ticketMessages } from '#features/support/support.contract.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { deskFixture } from '../../../../../tests/support/scenes/desk-fixture.ts'
import { supportFixture } from '../../../../../tests/support/scenes/support-fixture.ts'
import { addTicketNote, deleteTicketNote, listTicketNotes } from '../ticket-notes.contract.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { asker } = supportFixture(() => api)
const { supporter } = deskFixture(() => api)

const add = (staff: TestStaff, id: number, body: string, key?: string) =>
  api.call(
    addTicketNote,
    { params: { id }, body: { body } },
    { staff, ...(key && { headers: { 'idempotency-key': key } }) },
  )
const remove = (staff: TestStaff, id: number, note: number) =>
  api.call(deleteTicketNote, { params: { id }, body: { note_id: note } }, { staff })
const list = async (staff: TestStaff, id: number) =>
  (await api.call(listTicketNotes, { params: { id } }, { staff })).body.data

describe('an internal note on a ticket', () => {
  it('is read by those who answer tickets, once also when it was sent twice, and is in the history without its text', async () => {
    const [asha, divya, binu] = [await asker(), await supporter(), await supporter()]
    const id = (await asha.raise()).body.ticket_id
    const key = 'a'.repeat(32)
    await add(divya, id, ' Paid twice ', key)
    await add(divya, id, ' Paid twice ', key)
    expect(await list(divya, id)).toMatchObject([{ author: divya.name, body: 'Paid twice', mine: true }])
    expect(await list(binu, id)).toMatchObject([{ body: 'Paid twice', mine: false }])
    const { history, ticket } = (await binu.show(id)).body
    expect(history).toMatchObject([{ action: 'ticket note added', who: divya.name }])
    expect(JSON.stringify(history)).not.toContain('Paid twice')
    expect(ticket).toMatchObject({ state: 'waiting' })
  })

  it('is nowhere for its learner: no reply, notification, new version or download has it', async () => {
    const [asha, divya] = [await asker(), await supporter()]
    const id = (await asha.raise()).body.ticket_id
    const token = asha.token
    const read = () => api.call(ticketMessages, { params: { ticketId: id } }, { token })
    const before = await read()
    await add(divya, id, 'Secret note')
    const after = await read()
    expect(after.body).toEqual(before.body)
    const notifications = (await api.call(listNotifications, {}, { token })).body
    const tickets = (await api.call(listTickets, {}, { token })).body
    const { address } = (await api.call(makeExport, { body: { format: 'json' } }, { token })).body
    const data = await (await api.request(address)).text()
    expect(data).toContain(`"tickets"`)
    for (const text of [JSON.stringify(notifications), JSON.stringify(tickets), data])
      expect(text).not.toMatch(/Secret note|ticket note|internal/i)
    expect((await divya.queue({ text: 'Secret' })).data).toEqual([])
  })

  it('is deleted by its author within an hour, and by nobody else', async () => {
    const [asha, divya, binu] = [await asker(), await supporter(), await supporter()]
    const [id, other] = [(await asha.raise()).body.ticket_id, (await asha.raise()).body.ticket_id]
    const note = (await add(divya, id, 'One')).body.note.id
    expect((await remove(binu, id, note)).status).toBe(409)
    expect((await remove(divya, other, note)).status).toBe(404)
    expect((await remove(divya, id, note)).status).toBe(200)
    expect((await remove(divya, id, note)).status).toBe(404)
    const old = (await add(divya, id, 'Two')).body.note.id
    await api.services.db
      .updateTable('ticket_notes')
      .set({ created_at: api.clock.now() - HOUR })
      .execute()
    expect((await remove(divya, id, old)).status).toBe(409)
    expect((await add(divya, id, ' ')).status).toBe(422)
    expect((await add(divya, id, 'x'.repeat(2001))).status).toBe(422)
    expect((await add(divya, 2_000_000_000, 'x')).status).toBe(404)
  })

  it('goes with its ticket, also where a server of the release before deletes that', async () => {
    const { db } = api.services
    const [asha, divya] = [await asker(), await supporter()]
    const id = (await asha.raise()).body.ticket_id
    await add(divya, id, 'One')
    await db.deleteFrom('ticket_messages').where('ticket_id', '=', id).execute()
    await db.deleteFrom('tickets').where('id', '=', id).execute()
    expect(await db.selectFrom('ticket_notes').selectAll().execute()).toEqual([])
  })
})
