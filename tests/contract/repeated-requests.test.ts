import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callName } from '#core/calls/call-limits.ts'
import { CREATION_KEPT, sweepCreations } from '#core/calls/create-once.ts'
import { routes } from '#http/routes.ts'
import { storeDiscussion } from '#features/discussions/discussions.contract.ts'
import { raiseTicket, replyToTicket } from '#features/support/support.contract.ts'
import { messageLimits, ticketLimits } from '#features/support/support.rules.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { accessScene, newToken, type Scene } from '../support/scenes/access-scene.ts'
import { staffScene, type StaffScene } from '../support/scenes/staff-scene.ts'
import type { TestStaff } from '../support/api/api.ts'
import { callerOf } from '../support/api/caller-of.ts'
import { requestFor } from '../support/api/calls.ts'
import { fileOf, pictureOf } from '../support/packs/images.ts'
import { nameOf, sampleInput } from '../support/api/sample.ts'
import { sentBy } from '../support/api/statements.ts'
import { matrix } from './access-matrix.ts'
import { staffMatrix } from './staff-access-matrix.ts'

/** Calls that insert and need no key: why the same sent again creates nothing more. */
const byNature: Record<string, string> = {
  'POST /api/v1/user/registerorlogin': 'one account and one live code a phone; sends are counted',
  'POST /api/v1/user/otp/long': 'one live code a phone; sends are counted',
  'POST /api/v1/user/otp/verify': 'a code is good once',
  'POST /api/v1/user/otp/verifynewuser': 'a code is good once',
  'POST /api/v1/user/deletion/code': 'one live code a phone; sends are counted',
  'POST /api/v1/user/deletion/confirm': 'a code is good once',
  'POST /api/v1/user/product/create': 'one unpaid purchase of a course, and its order is used again',
  'POST /api/v1/user/product/free': 'a free course is opened once',
  'POST /api/v1/user/product/renewalpayment/initiate': 'the open order of a renewal is used again',
  'POST /api/v1/user/product/payment': 'a capture is granted once',
  'POST /api/v1/user/product/renewalpayment/store': 'a capture is granted once',
  'POST /api/v1/user/courses/exam/start': 'an open attempt is resumed',
  'POST /api/v1/user/courses/exam/update/answer': 'one response a question, by sequence number',
  'POST /api/v1/user/courses/exam/update/clear': 'one response a question, by sequence number',
  'POST /api/v1/user/courses/exam/submit': 'an attempt is finished once',
  'POST /api/v1/user/courses/exam/submitexamregform': 'one registration an exam',
  'POST /api/v1/user/practice/answer': 'a review has its number',
  'POST /api/v1/user/practice/grade': 'a review is graded once',
  'POST /api/v1/user/practice/remove': 'one notebook a learner',
  'POST /api/v1/user/practice/restore': 'one notebook a learner',
  'POST /api/v1/user/discussions/report/{id}': 'one report of a comment a learner',
  'POST /api/v1/user/live_class/join': 'noted once',
  'POST /api/v1/user/webinars/{id}/register': 'one registration a learner and webinar',
  'POST /api/v1/user/webinars/{id}/cancel': 'one registration a learner and webinar',
  'POST /api/v1/user/live_class/feed': 'one feed a learner: the newest address is the one that works',
  'POST /api/v1/user/notifications/push/choose': 'one choice a kind',
  'POST /api/v1/user/notifications/push/subscribe': 'one subscription a browser',
  'POST /api/v1/user/notifications/push/renew': 'one subscription a browser',
  'POST /api/v1/user/notifications/read/{id}': 'read once',
  'POST /api/v1/user/notifications/readall': 'read once',
  'POST /api/v1/user/preference/create': 'one choice a learner',
  'POST /api/v1/user/logmarketingsplash/{id}': 'noted once',
  'POST /api/v1/user/courses/dailyworkoutlog/{id}': 'noted once',
  'POST /api/v1/user/courses/cc/customercoursesyllabuslog': 'noted once a minute',
  'POST /api/v1/user/courses/cc/customercoursepurchaselog': 'noted once a minute',
  'POST /api/v1/user/courses/storecustomercommunitylogs/{courseId}': 'joined once',
  'POST /api/v1/user/courses/mycourse/log/{contentIdOrCourseId}/{chapterId}': 'one progress a chapter',
  'POST /api/v1/user/courses/mycourse/position/{chapterId}': 'one position a chapter',
  'POST /api/v1/staff/login': 'a log-in of a browser, which the next one replaces; sends are counted',
  'POST /api/v1/staff/login/long': 'one live code a phone; sends are counted',
  'POST /api/v1/staff/login/verify': 'a code is good once',
  'POST /api/v1/staff/login/confirm/send': 'one live code a phone; sends are counted',
  'POST /api/v1/staff/login/confirm': 'a code is good once',
  'POST /api/v1/staff/login/authenticator': 'a code is good once',
  'POST /api/v1/staff/login/recovery': 'a code is good once',
  'POST /api/v1/staff/login/passkey': 'a challenge is answered once',
  'POST /api/v1/staff/learners/{id}/phone/code': 'one live code a phone; sends are counted',
  'POST /api/v1/staff/learners/{id}/phone': 'a code is good once',
  'POST /api/v1/staff/learners/{id}/access/grant': 'granted to who does not have the course',
  'POST /api/v1/staff/learners/{id}/access/end': 'ended where the course is open',
  'POST /api/v1/staff/learners/{id}/access/move': 'moved from who has the course',
  'POST /api/v1/staff/learners/{id}/sale': 'one sale a slip or transfer',
  'POST /api/v1/staff/payments/{id}/refund': 'a refund has the key that its caller gave it',
  'POST /api/v1/staff/discussions/hide': 'hidden once, and told once',
  'POST /api/v1/staff/discussions/delete': 'erased once, and told once',
  'POST /api/v1/staff/notifications/change': 'a version is changed once',
  'POST /api/v1/staff/notifications/send': 'sent once',
  'POST /api/v1/staff/live-classes/change': 'one version is changed once; told in the place of what was told before',
  'POST /api/v1/staff/live-classes/cancel': 'cancelled once, and told once',
  'POST /api/v1/staff/live-classes/restore': 'brought back once, and told once',
  'POST /api/v1/staff/prices/change': 'one version is changed once; an old price is noted once',
  'POST /api/v1/staff/factors/rename': 'the same name once more',
  'POST /api/v1/staff/recovery-codes': 'one set of a member that is not confirmed: the newest',
  'POST /api/v1/staff/recovery-codes/confirm': 'a set is confirmed once',
  'POST /api/v1/staff/team/phone/code': 'one live code a phone; sends are counted',
  'POST /api/v1/staff/team/phone': 'a code is good once',
  'POST /api/v1/staff/team/unlock': 'what is forgotten is gone',
  'POST /api/v1/staff/news/change': 'one mark and one source of each entry of the content',
  'POST /api/v1/staff/news/withdraw': 'one mark of each entry of the content',
  'POST /api/v1/staff/news/restore': 'one mark of each entry of the content',
  'POST /api/v1/staff/splashes/change': 'one mark of each entry of the content',
  'POST /api/v1/staff/splashes/move': 'moved once more, which is seen; nothing is made',
  'POST /api/v1/staff/splashes/withdraw': 'one mark of each entry of the content',
  'POST /api/v1/staff/splashes/restore': 'one mark of each entry of the content',
  'POST /api/v1/staff/splashes/switch': 'one mark of the site',
  'POST /api/v1/staff/authoring/file': 'a file has the name of its content',
  'POST /api/v1/staff/workouts/{id}/change': 'one mark and one source of each entry of the content',
  'POST /api/v1/staff/workouts/{id}/withdraw': 'one mark of each entry of the content',
  'POST /api/v1/staff/workouts/{id}/bring-back': 'one mark of each entry of the content',
}

/** Records of what was said and tried: of each time, because that is what they count. */
const records = [
  'call_counts',
  'creation_replies',
  'payment_events',
  'code_sends',
  'code_tries',
  'one_time_codes',
  'outbox_messages',
  'staff_log_ins',
  'staff_factor_tries',
]

/** That staff did something is written down each time that they do it. */
const logOfStaff = ['audit_log', 'audit_details', 'audit_learners', 'audit_head']

const posts = routes
  .filter(({ endpoint }) => endpoint.method === 'POST')
  .map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint }))
const creating = posts.filter(({ endpoint }) => endpoint.creates)

let scene: Scene
let team: StaffScene
beforeAll(async () => {
  scene = await accessScene()
  team = await staffScene()
})

afterAll(async () => {
  await scene.api.close()
  await team.api.close()
})

/** Calls of staff have a scene of their own. */
const ofStaff = ({ access }: Endpoint) => access === 'staff' || access === 'entering'
const apiOf = (endpoint: Endpoint) => (ofStaff(endpoint) ? team.api : scene.api)
const inputOf = ({ name, endpoint }: Call) =>
  ofStaff(endpoint) ? staffMatrix[name]?.input?.(team) : matrix[name]?.input?.(scene)

interface Call {
  name: string
  endpoint: Endpoint
}

/** A way to send a call's request of the owner's again and again. */
async function senderOf(call: Call) {
  const { endpoint } = call
  const given = await inputOf(call)
  const input = sampleInput(endpoint)
  for (const part of ['params', 'query', 'body'] as const) Object.assign(input[part], given?.[part])
  const api = apiOf(endpoint)
  // Some calls end the session.
  const caller = ofStaff(endpoint)
    ? await callerOf(api, endpoint)
    : { token: await newToken(scene.api, scene.actors.owner) }
  // A test notification goes to the learner account with the caller's phone.
  if (endpoint.path === '/staff/notifications/test' && 'staff' in caller)
    await api.learner({ phone: (caller.staff as TestStaff).phone })
  return async (key?: string, changed: object = {}) => {
    const body = { ...input.body, ...changed }
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const response = await api.request(...requestFor(endpoint, { ...input, body }, { ...caller, headers }))
    return { status: response.status, body: (await response.json()) as unknown, headers: response.headers }
  }
}

async function rows({ endpoint }: Call, leftOut: readonly string[] = []): Promise<Record<string, number>> {
  const { db } = apiOf(endpoint).services
  const counts: Record<string, number> = {}
  for (const { name } of await db.introspection.getTables()) {
    if (records.includes(name) || leftOut.includes(name)) continue
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    counts[name] = Number(rows[0]!.count)
  }
  return counts
}

describe('a request that is sent twice', () => {
  test('has a reason in this list only where it is declared to create nothing', () => {
    const declared = creating.map(({ name }) => name)
    const all = posts.map(({ name }) => name)
    expect(Object.keys(byNature).filter((name) => declared.includes(name) || !all.includes(name))).toEqual([])
  })

  test.each(posts.filter(({ endpoint }) => !endpoint.creates))('creates nothing more: $name', async (call) => {
    const send = await senderOf(call)
    const sent = await sentBy(apiOf(call.endpoint), () => send())
    const once = await rows(call, logOfStaff)
    await send()
    expect(await rows(call, logOfStaff)).toEqual(once)
    const inserted = sent.flatMap(({ sql }) => /^insert into "(\w+)"/i.exec(sql)?.[1] ?? [])
    if (inserted.some((table) => ![...records, ...logOfStaff].includes(table)))
      expect(Object.keys(byNature), 'declare what it creates, or say why it needs no key').toContain(call.name)
  })

  test.each(creating)('by its key creates once and is answered as before: $name', async (call) => {
    expect(['learner', 'staff']).toContain(call.endpoint.access)
    const send = await senderOf(call)
    const first = await send('the-first')
    expect(first.status).toBe(call.endpoint.success)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const once = await rows(call)
    const second = await send('the-first')
    expect(second).toMatchObject({ status: first.status, body: first.body })
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(await rows(call)).toEqual(once)
    // Another key is another request; so is one without. What there can be only one of is refused then.
    const other = await send('the-second')
    expect(other.headers.get('idempotent-replayed')).toBeNull()
    if (other.status !== 409) expect(await rows(call)).not.toEqual(once)
  })

  test.each(creating)('at the same moment creates once, and all are answered alike: $name', async (call) => {
    const [one, send] = [await senderOf(call), await senderOf(call)]
    const before = await rows(call)
    await one('alone')
    const start = await rows(call)
    const added = difference(before, start)
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('together')))
    for (const { status, body } of answers) expect({ status, body }).toEqual(pick(answers[0]!))
    expect(answers[0]!.status).toBe(call.endpoint.success)
    expect(difference(start, await rows(call))).toEqual(added)
  })
})

describe('a repeat at the same moment uses up no limit', () => {
  const together = async (send: (key?: string) => Promise<{ status: number }>) =>
    (await Promise.all(Array.from({ length: 4 }, () => send('the-last')))).map(({ status }) => status)

  // A search counts each time that it is made, whether or not something is created by what it finds.
  test.each(creating.filter(({ endpoint }) => endpoint.limit && !endpoint.search))('of calls: $name', async (call) => {
    const { endpoint } = call
    const { clock, services } = apiOf(endpoint)
    const { db } = services
    const table = (ofStaff(endpoint) ? 'staff_call_counts' : 'call_counts') as 'call_counts'
    clock.advance(3_600_000)
    await db.deleteFrom(table).where('call', '=', callName(endpoint)).execute()
    const send = await senderOf(call)
    expect((await send()).status).toBe(endpoint.success)
    const counts = () => db.selectFrom(table).select('calls').where('call', '=', callName(endpoint)).execute()
    await db
      .updateTable(table)
      .set({ calls: endpoint.limit!.count - 1 })
      .where('call', '=', callName(endpoint))
      .execute()
    expect(await together(send)).toEqual(Array(4).fill(endpoint.success))
    expect(await counts()).toEqual([{ calls: endpoint.limit!.count }])
    expect((await send('one-more')).status).toBe(429)
  })

  test('of tickets, and of messages', async () => {
    for (const [endpoint, count] of [
      [raiseTicket, ticketLimits[0]!.count],
      [replyToTicket, messageLimits[0]!.count],
    ] as const) {
      // Long enough for what was sent today not to count.
      scene.api.clock.advance(2 * 86_400_000)
      const send = await senderOf({ name: nameOf(endpoint), endpoint: endpoint as Endpoint })
      for (let sent = 1; sent < count; sent += 1) expect((await send()).status).toBe(200)
      expect(await together(send)).toEqual([200, 200, 200, 200])
      expect((await send('one-more')).status).toBe(429)
    }
  })
})

const pick = ({ status, body }: { status: number; body: unknown }) => ({ status, body })

const difference = (before: Record<string, number>, after: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, n]) => (n === before[name] ? [] : [[name, n - before[name]!]])),
  )

describe('a key', () => {
  const comment = { name: nameOf(storeDiscussion), endpoint: storeDiscussion as Endpoint }

  test('that named another request is refused, and named', async () => {
    scene.api.clock.advance(3_600_000)
    const send = await senderOf(comment)
    await send('mine')
    const other = await send('mine', { content: 'Something else' })
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({
      code: 'idempotency_key_reused',
      errors: { 'Idempotency-Key': expect.stringContaining('another request') as string },
    })
  })

  test('names one request among pictures, too', async () => {
    scene.api.clock.advance(3_600_000)
    const send = await senderOf({ name: nameOf(replyToTicket), endpoint: replyToTicket as Endpoint })
    const [one, other] = [fileOf(await pictureOf('png')), fileOf(await pictureOf('jpeg'))]
    expect((await send('pictured', { attachment: one })).status).toBe(200)
    expect((await send('pictured', { attachment: one })).headers.get('idempotent-replayed')).toBe('true')
    expect((await send('pictured', { attachment: other })).status).toBe(422)
  })

  test.each(['', 'with space', 'കീ'.normalize(), 'x'.repeat(256)])('that is none is refused: %j', async (key) => {
    const encoded = Buffer.from(key, 'utf8').toString('latin1')
    const { status, body } = await (await senderOf(comment))(encoded)
    expect(status).toBe(400)
    expect(body).toMatchObject({ errors: { 'Idempotency-Key': expect.any(String) as string } })
  })

  test('of a request that failed is good for the next try', async () => {
    scene.api.clock.advance(3_600_000)
    const send = await senderOf(comment)
    expect((await send('tried', { parent_id: 2_000_000_000 })).status).toBe(404)
    expect((await send('tried')).status).toBe(201)
  })

  test("is its learner's: another's request by the same name is another", async () => {
    scene.api.clock.advance(3_600_000)
    const body = { discussion_panel_id: scene.panel, content: 'Ours' }
    const ids = []
    for (const actor of [scene.actors.owner, scene.actors.stranger]) {
      const token = await newToken(scene.api, actor)
      const answer = await scene.api.call(
        storeDiscussion,
        { body },
        { token, headers: { 'idempotency-key': 'shared' } },
      )
      ids.push(answer.body.data.user_id)
    }
    expect(ids[0]).not.toBe(ids[1])
  })

  test('is forgotten when it is a day old', async () => {
    scene.api.clock.advance(3_600_000)
    const kept = () =>
      scene.api.services.db
        .selectFrom('creation_replies')
        .select('key')
        .where('call', '=', callName(storeDiscussion))
        .where('key', '=', 'aging')
        .execute()
    await (
      await senderOf(comment)
    )('aging')
    scene.api.clock.advance(CREATION_KEPT - 1)
    await sweepCreations(scene.api.services)
    expect(await kept()).toHaveLength(1)
    scene.api.clock.advance(1)
    await sweepCreations(scene.api.services)
    expect(await kept()).toEqual([])
  })
})
