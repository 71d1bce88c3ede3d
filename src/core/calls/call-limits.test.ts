import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeLimits } from '#features/auth/server/codes/code-limits.ts'
import { registerOrLogin } from '#features/auth/auth.contract.ts'
import { makeExport } from '#features/profile/profile.contract.ts'
import { downloadLimit, exportPath } from '#features/profile/server/export.ts'
import { getBuying } from '#features/purchases/purchases.contract.ts'
import { HOUR } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../tests/support/api/api.ts'
import { buyerOf, PRICE } from '../../../tests/support/scenes/buyer.ts'
import { requestFor } from '../../../tests/support/api/calls.ts'
import { sampleInput } from '../../../tests/support/api/sample.ts'
import { callName } from './call-limits.ts'
import { routes } from '#http/routes.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

const allLimited = routes.flatMap(({ endpoint }) =>
  endpoint.limit ? [{ name: callName(endpoint), endpoint, limit: endpoint.limit }] : [],
)
const limited = allLimited.filter(({ endpoint }) => endpoint.access !== 'staff')
const limitedForStaff = allLimited.filter(({ endpoint }) => endpoint.access === 'staff')

const money = { transaction_id: 1, amount: 1, reference_id: 'pay_1', status: 'success' }
const picture = new File(['no picture'], 'photo.jpg')

/** What makes sense where a number and a word do not. */
const inputs: Record<string, { query?: object; body?: object }> = {
  'POST /quickExam/submit/{examId}': { query: { correct_count: 1, incorrect_count: 0 }, body: {} },
  'POST /user/courses/mycourse/chapterquestionsubmit/{chapterVideo}': {
    body: { chapter_id: 1, qids: '1', option_ids: '1', correct_count: 1, incorrect_count: 0 },
  },
  'POST /user/notifications/push/subscribe': {
    body: {
      endpoint: 'https://push.example.org/1',
      keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
    },
  },
  'POST /user/product/create': { body: { buyer_id: 1, content: 1, payment_mode: 'online_payment', ...PRICE } },
  'POST /user/product/payment': { body: money },
  'POST /user/product/renewalpayment/store': { body: money },
  'POST /user/profile/avatar': { body: { avatar: picture } },
  'POST /user/profile/cover': { body: { cover: picture } },
}

/** The learner has made the call so often that one more is let through. */
const oneLeft = (user_id: number, call: string, count: number) =>
  api.services.db
    .insertInto('call_counts')
    .values({ user_id, call, since: api.clock.now(), calls: count - 1 })
    .execute()

/** The same of a member of the staff. */
const oneLeftOfStaff = (staff_id: number, call: string, count: number) =>
  api.services.db
    .insertInto('staff_call_counts')
    .values({ staff_id, call, since: api.clock.now(), calls: count - 1 })
    .execute()

test('calls that nobody is logged in for have no limit, since calls are counted by caller', () => {
  const others = routes.filter(({ endpoint }) => ['anyone', 'entering'].includes(endpoint.access))
  expect(others.flatMap(({ endpoint }) => (endpoint.limit ? [callName(endpoint)] : []))).toEqual([])
})

test('every call that asks a provider, draws pictures, reads everything or stores what nobody counts has a limit', () => {
  // Codes, comments, tickets and their answers count for themselves, by phone, address or learner.
  expect(limited.map(({ name }) => name).sort()).toEqual([
    'GET /user/product/state/{courseId}',
    'POST /quickExam/submit/{examId}',
    'POST /user/courses/mycourse/chapterquestionsubmit/{chapterVideo}',
    'POST /user/discussions/report/{id}',
    'POST /user/export',
    'POST /user/notifications/push/subscribe',
    'POST /user/product/create',
    'POST /user/product/free',
    'POST /user/product/payment',
    'POST /user/product/renewalpayment/initiate',
    'POST /user/product/renewalpayment/store',
    'POST /user/profile/avatar',
    'POST /user/profile/cover',
  ])
})

describe('a call over its limit is refused, also when many come at once, and for nobody else', () => {
  test.each(limited)('$name', async ({ name, endpoint, limit }) => {
    const [learner, other] = [await api.learner(), await api.learner()]
    await oneLeft(learner.user.id, name, limit.count)
    const request = ({ token }: { token: string }) =>
      api.request(...requestFor(endpoint, { ...sampleInput(endpoint), ...inputs[name] }, { token }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => request(learner)))
    const over = answers.filter(({ status }) => status === 429)
    expect(over).toHaveLength(3)
    expect(Number(over[0]!.headers.get('retry-after'))).toBe(limit.span / 1000)
    expect(((await over[0]!.json()) as { message: string }).message).toMatch(
      /^You are doing this too often\. Please try again in \d+ minutes\.$/,
    )
    expect((await request(other)).status).not.toBe(429)
    const { db } = api.services
    await db
      .updateTable('call_counts')
      .set({ since: api.clock.now() - limit.span })
      .where('user_id', '=', learner.user.id)
      .execute()
    expect((await request(learner)).status).not.toBe(429)
  })
})

describe('a call of staff over its limit is refused, also when many come at once, and for nobody else', () => {
  test.each(limitedForStaff)('$name', async ({ name, endpoint, limit }) => {
    const role = endpoint.roles[0]!
    const [member, other] = [await api.staff(role), await api.staff(role)]
    await oneLeftOfStaff(member.id, name, limit.count)
    // No search, which does not count.
    const empty = sampleInput(endpoint)
    const typed = Object.fromEntries((endpoint.search?.fields ?? []).map((field) => [field, '9847012345']))
    const part = endpoint.method === 'GET' ? 'query' : 'body'
    const input = { ...empty, [part]: { ...empty[part], ...typed } }
    const request = (staff: typeof member, headers = {}) =>
      api.request(...requestFor(endpoint, input, { staff, headers }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => request(member)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    if (endpoint.creates) expect((await request(member, { 'idempotency-key': 'another' })).status).toBe(429)
    expect((await request(other)).status).not.toBe(429)
    api.clock.advance(limit.span)
    const again = await api.staff(role)
    await api.services.db
      .updateTable('staff_call_counts')
      .set({ staff_id: again.id })
      .where('staff_id', '=', member.id)
      .execute()
    expect((await request(again)).status).not.toBe(429)
  })
})

test('whoever asks again and again what became of a payment asks the provider no more than so often', async () => {
  const buyer = await buyerOf(api)
  await buyer.create()
  const { payments } = api
  const { paymentsOf } = payments
  let asked = 0
  payments.paymentsOf = (order) => {
    asked += 1
    return paymentsOf(order)
  }
  const state = () => api.call(getBuying, { params: { courseId: buyer.courseId } }, buyer.caller)
  await oneLeft(buyer.learner.user.id, callName(getBuying), getBuying.limit!.count - 4)
  const statuses = (await Promise.all(Array.from({ length: 20 }, state))).map(({ status }) => status)
  payments.paymentsOf = paymentsOf
  expect([asked, statuses.filter((status) => status === 429).length]).toEqual([5, 15])
})

test('an address of a download is not opened for ever', async () => {
  const { token, user } = await api.learner()
  const { address } = (await api.call(makeExport, { body: { format: 'json' } }, { token })).body
  await oneLeft(user.id, `GET ${exportPath}`, downloadLimit.count)
  const answers = [await api.request(address), await api.request(address)]
  expect(answers.map(({ status }) => status)).toEqual([200, 429])
  expect(answers[1]!.headers.get('retry-after')).toBe(String(downloadLimit.span / 1000))
  await answers[0]!.text()
})

test('a call that makes no sense does not count', async () => {
  const { token, user } = await api.learner()
  await oneLeft(user.id, callName(makeExport), makeExport.limit!.count)
  const wrong = await api.call(makeExport, { body: { format: 'xml' as 'json' } }, { token })
  const right = await api.call(makeExport, { body: { format: 'json' } }, { token })
  expect([wrong.status, right.status]).toEqual([422, 200])
})

describe('whoever writes addresses into x-forwarded-for is known by the address that our own proxy saw', () => {
  const used = async (forwarded: Record<string, string>, server: TestApi) => {
    const { status } = await server.call(
      registerOrLogin,
      { body: { mobile: '8811223355', device: 'web', country_code: '91', include_watsup_otp: 'N' } },
      { headers: forwarded },
    )
    return status
  }

  /** As many codes were asked for from this address as may be. */
  async function spent(server: TestApi, address: string) {
    const { user } = await server.learner()
    const sends = Array.from({ length: codeLimits.sends.network.ipv4[0].count }, () => ({
      user_id: user.id,
      address,
      net56: null,
      net48: null,
      sent_at: server.clock.now(),
    }))
    await server.services.db.insertInto('code_sends').values(sends).execute()
  }

  test('behind a proxy', async () => {
    await spent(api, '203.0.113.9')
    for (const invented of ['198.51.100.1', '198.51.100.2, 198.51.100.3', 'unknown', '2001:db8::1', '"', ',,']) {
      expect(await used({ 'x-forwarded-for': `${invented}, 203.0.113.9` }, api)).toBe(429)
    }
    const others = { 'x-real-ip': '198.51.100.4', forwarded: 'for=198.51.100.4', 'true-client-ip': '198.51.100.4' }
    expect(await used({ ...others, 'x-forwarded-for': '203.0.113.9' }, api)).toBe(429)
    api.clock.advance(HOUR)
    expect(await used({ 'x-forwarded-for': '203.0.113.9' }, api)).toBe(200)
  })

  test('without a proxy the header is believed by nobody', async () => {
    const direct = await testApi({ TRUSTED_PROXIES: '' })
    try {
      await spent(direct, '127.0.0.1')
      for (const invented of ['198.51.100.1', '198.51.100.2, 198.51.100.3']) {
        expect(await used({ 'x-forwarded-for': invented }, direct)).toBe(429)
      }
    } finally {
      await direct.close()
    }
  })
})
