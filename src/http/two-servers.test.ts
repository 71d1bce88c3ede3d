import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logOut, registerNewUser, registerOrLogin, verifyCode } from '#features/auth/auth.contract.ts'
import { block } from '#features/auth/server/block.ts'
import { codeLimits } from '#features/auth/server/codes/code-limits.ts'
import { listCourses, listMyCourses } from '#features/catalogue/catalogue.contract.ts'
import { listDiscussions, storeDiscussion } from '#features/discussions/discussions.contract.ts'
import { startExam } from '#features/exams/take/take.contract.ts'
import { makeExport } from '#features/profile/profile.contract.ts'
import { DAY, SECOND } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi, type TestLearner } from '../../tests/support/api/api.ts'
import { announceContent, seedCourse, seedEnrolment } from '../../tests/support/scenes/catalogue-fixture.ts'
import { seedExam } from '../../tests/support/scenes/exam-fixture.ts'
import { newPhone, wrongCode } from '../../tests/support/scenes/log-in-calls.ts'
import { testWork } from '../../tests/support/api/staff-work.ts'
import { secondServer, type SecondServer } from '../../tests/support/api/second-server.ts'
import { callName } from '#core/calls/call-limits.ts'

/** What a server keeps in memory is no older than another server's change may be: nothing that matters lives in one. */

let here: TestApi
let there: SecondServer
const clock = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT))

beforeAll(async () => {
  here = await testApi()
  there = await secondServer(here.database, clock)
})
beforeEach(() => setClock(TEST_START))
afterAll(async () => {
  await there.close()
  await here.close()
})

function setClock(instant: number): void {
  clock[0] = instant
  here.clock.set(instant)
}

/** The most that a server may believe what it read of the content, of which the product promises two seconds, or of a session. */
const BELIEVED = SECOND

describe('of two servers on the same data, the other knows', () => {
  test.each<[string, (learner: TestLearner) => Promise<unknown>]>([
    ['a log-out', ({ token }) => here.call(logOut, {}, { token })],
    [
      'that staff have blocked a learner,',
      ({ user }) => block(here.services.db, testWork(TEST_START), user.id, 'log-in'),
    ],
  ])('%s within a second', async (_, change) => {
    const learner = await here.learner()
    const { token } = learner
    expect((await there.call(listMyCourses, {}, { token })).status).toBe(200)
    await change(learner)
    setClock(TEST_START + BELIEVED)
    for (const server of [here, there]) expect((await server.call(listMyCourses, {}, { token })).status).toBe(401)
  })

  test('a profile that was completed with the next call', async () => {
    const { token, user } = await here.learner({ registered: false })
    expect((await there.call(listMyCourses, {}, { token })).status).toBe(403)
    const body = { mobile: user.phone, name: 'Anu', email: 'anu@example.org' }
    expect((await here.call(registerNewUser, { body }, { token })).status).toBe(200)
    expect((await there.call(listMyCourses, {}, { token })).status).toBe(200)
  })

  test('how often a call was made and how many codes were sent, also when both are asked at once', async () => {
    const { token, user } = await here.learner()
    const counted = { user_id: user.id, call: callName(makeExport), since: here.clock.now() }
    const calls = makeExport.limit!.count - 3
    await here.services.db
      .insertInto('call_counts')
      .values({ ...counted, calls })
      .execute()
    const mobile = newPhone()
    const passed = async (call: (server: Pick<TestApi, 'call'>, number: number) => Promise<{ status: number }>) => {
      const answers = Array.from({ length: 8 }, (_, number) => call(number % 2 ? there : here, number))
      return (await Promise.all(answers)).filter(({ status }) => status === 200).length
    }
    expect(await passed((server) => server.call(makeExport, { body: { format: 'json' } }, { token }))).toBe(3)
    const body = { mobile, device: 'web', country_code: '91', include_watsup_otp: 'N' as const }
    const send = (server: Pick<TestApi, 'call'>, number: number) =>
      server.call(registerOrLogin, { body }, { address: `10.2.0.${number}` })
    expect(await passed(send)).toBe(codeLimits.sends.phone[0].count)
  })

  test('the code of a log-in, and how often it was tried', async () => {
    const send = async () => {
      const body = { mobile: newPhone(), device: 'web', country_code: '91', include_watsup_otp: 'N' as const }
      const { user_id } = (await here.call(registerOrLogin, { body }, { address: '10.0.0.1' })).body
      return { user_id, otp: here.codes.at(-1)!.code }
    }
    const verify = (server: Pick<TestApi, 'call'>, body: { user_id: number; otp: string }) =>
      server.call(verifyCode, { body }, { address: '10.0.0.2' })

    const right = await send()
    expect((await verify(there, right)).body.user.token).toBeTruthy()
    expect((await verify(here, right)).status).not.toBe(200)

    const guessed = await send()
    for (let guess = 1; guess <= codeLimits.tries; guess += 1) {
      const server = guess % 2 ? here : there
      expect((await verify(server, { ...guessed, otp: wrongCode(guessed.otp, guess) })).status).not.toBe(200)
    }
    for (const server of [here, there]) expect((await verify(server, guessed)).status).not.toBe(200)
  })

  test('how many codes were sent to a phone', async () => {
    const body = { mobile: newPhone(), device: 'web', country_code: '91', include_watsup_otp: 'N' as const }
    const statuses: number[] = []
    for (let sends = 0; sends < 6; sends += 1) {
      const address = `10.1.0.${sends}`
      statuses.push((await (sends % 2 ? here : there).call(registerOrLogin, { body }, { address })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('new content within two seconds, in the catalogue and in papers', async () => {
    const { db } = here.services
    const course = await seedCourse(db, { title: 'Before' })
    const exam = await seedExam(db, { attempts: 5 })
    await announceContent(db)
    const { token } = await here.learner()
    setClock(TEST_START + BELIEVED)
    const shown = async (server: Pick<TestApi, 'call'>) => {
      const { body } = await server.call(startExam, { body: { exam_id: exam.id, status: 'start' } }, { token })
      return [
        (await server.call(listCourses)).body.data[0]?.title,
        body.data.exam_questions[0]?.question.question_content,
      ]
    }
    for (const server of [here, there]) expect((await shown(server))[0]).toBe('Before')
    await db.updateTable('courses').set({ title: 'After' }).where('id', '=', course.id).execute()
    await db.updateTable('questions').set({ content_html: '<p>After</p>' }).execute()
    await announceContent(db)
    setClock(TEST_START + 2 * BELIEVED)
    for (const server of [here, there]) expect(await shown(server)).toEqual(['After', '<p>After</p>'])
  })

  test('a comment with the next look', async () => {
    const { db } = here.services
    const course = await seedCourse(db, { title: 'Discussed' })
    const { id: panelId } = await db
      .insertInto('discussion_panels')
      .values({ course_id: course.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { user, token } = await here.learner()
    await seedEnrolment(db, { userId: user.id, courseId: course.id, validFor: 30 * DAY })
    const look = (etag?: string | null) =>
      here.call(
        listDiscussions,
        { params: { panelId } },
        { token, ...(etag && { headers: { 'if-none-match': etag } }) },
      )
    const before = await look()
    const written = { discussion_panel_id: panelId, content: 'Seen by all' }
    expect((await there.call(storeDiscussion, { body: written }, { token })).status).toBe(201)
    const after = await look(before.headers.get('etag'))
    expect(after.status).toBe(200)
    expect(JSON.stringify(after.body)).toContain('Seen by all')
  })
})
