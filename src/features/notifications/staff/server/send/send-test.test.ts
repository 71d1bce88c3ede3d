import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../../tests/support/api/api.ts'
import { announcementFixture } from '../../../../../../tests/support/scenes/announcement-fixture.ts'
import { sendTestNotification } from '../../compose.contract.ts'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

const { teller, bell, browser, logged } = announcementFixture(() => api)
type Teller = Awaited<ReturnType<typeof teller>>

const words = { title: 'Class moved', message: 'To **Monday**' }
const send = (staff: Teller, body: object = words, key?: string) =>
  api.call(
    sendTestNotification,
    { body: { ...words, ...body } },
    { staff, ...(key && { headers: { 'idempotency-key': key } }) },
  )

describe('a test notification', () => {
  it('reaches the learner account with the phone of the sender and nobody else, for a day, and is no announcement', async () => {
    const divya = await teller('author')
    const [own, other] = [await api.learner({ phone: divya.phone }), await api.learner()]
    await browser(own)
    await browser(other)
    const key = 'a'.repeat(32)
    const { body } = await send(divya, {}, key)
    expect(body).toMatchObject({
      message: `Sent to your learner account +91 ${divya.phone}, and pushed to 1 browser`,
      browsers: 1,
    })
    await send(divya, {}, key)
    expect(await bell(own)).toMatchObject([{ title: words.title, message: '<p>To <strong>Monday</strong></p>' }])
    expect(await bell(other)).toEqual([])
    expect(await divya.list()).toEqual([])
    expect((await logged()).at(-1)).toMatchObject({ action: 'test notification sent', who: divya.name })
    api.clock.advance(DAY)
    expect(await bell(own)).toEqual([])
  })

  it('says how to get a learner account where the sender has none, or one that has ended', async () => {
    const divya = await teller('support')
    const message = `There is no learner account with your phone +91 ${divya.phone}. Log in as a learner once, then try again.`
    expect(await send(divya)).toMatchObject({ status: 409, body: { message } })
    const { user } = await api.learner({ phone: divya.phone })
    await api.services.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', user.id).execute()
    expect((await send(divya)).status).toBe(409)
  })

  it('is refused by field like a notification that is sent', async () => {
    const divya = await teller('owner')
    const own = await api.learner({ phone: divya.phone })
    const errors = async (body: object) => (await send(divya, body)).body.errors
    expect(await errors({ title: ' ' })).toHaveProperty('title')
    expect(await errors({ message: '' })).toHaveProperty('message')
    expect(await errors({ action: 'course_details', target: null })).toHaveProperty('target')
    expect(await errors({ action: 'course_details', target: '999' })).toHaveProperty('target')
    expect(await bell(own)).toEqual([])
  })
})
