import { afterEach, beforeEach, expect, it } from 'vitest'
import { listOutbox } from '#features/auth/server/codes/outbox.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import type { CodeMessage } from './code-sender.ts'
import { outboxSender } from './outbox.ts'

let api: TestApi
let printed: string[]

beforeEach(async () => {
  api = await testApi()
  printed = []
})
afterEach(() => api.close())

const send = (phone: string, code: string, more: Partial<CodeMessage> = {}) =>
  outboxSender({ db: api.services.db, now: api.clock.now, print: (line) => printed.push(line) }).send({
    countryCode: '91',
    phone,
    code,
    channel: 'sms',
    minutes: 10,
    ...more,
  })

it('keeps codes for whoever develops, newest first, and prints them', async () => {
  await send('9000000001', '0042')
  const first = api.clock.now()
  api.clock.advance(1000)
  await send('501234567', '1234', { countryCode: '971', channel: 'whatsapp' })
  expect(await listOutbox(api.services.db)).toEqual([
    { to: '+971501234567', channel: 'whatsapp', code: '1234', sent_at: first + 1000 },
    { to: '+919000000001', channel: 'sms', code: '0042', sent_at: first },
  ])
  expect(printed).toEqual(['Log-in code for +91 9000000001: 0042', 'Log-in code for +971 501234567: 1234'])
})

it('lists a hundred at most and keeps a day', async () => {
  for (let count = 0; count < 101; count += 1) await send(String(9_000_000_000 + count), '1111')
  expect(await listOutbox(api.services.db)).toHaveLength(100)
  api.clock.advance(DAY + 1)
  await send('9000000001', '2222')
  expect((await listOutbox(api.services.db)).map(({ code }) => code)).toEqual(['2222'])
})

it('is shown to this machine alone', async () => {
  await send('9000000001', '0042')
  expect((await api.request('/dev/outbox')).status).toBe(200)
  expect((await api.request('/dev/outbox', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404)
})
