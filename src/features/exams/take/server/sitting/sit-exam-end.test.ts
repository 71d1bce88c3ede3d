import { expect, test } from 'vitest'
import { logOut } from '#features/auth/auth.contract.ts'
import { createSession } from '#features/auth/server/sessions.ts'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { getExamResult } from '../../../result/results.contract.ts'
import { sweepOverdue } from '../../../server/sweep.ts'
import { sittingScene } from '../../../../../../tests/support/sitting/sitting-scene.ts'

const scene = sittingScene()

/** Longer than any pause between two tries. */
const A_WHILE = 40 * SECOND

test('a log-in that ends in the middle tells of no failure, and its renewal finds the answer', async () => {
  const { api, token, user, begin, exam, settled, pass } = await scene()
  const { on, tab } = await begin()
  tab.choose(exam.questions[0]!.right)
  await tab.next()
  await api.call(logOut, {}, { token })
  tab.choose(exam.questions[1]!.right)
  await settled()
  // Whose answers these are nobody knows now; the page leaves for the log-in.
  expect([tab.$message.get(), tab.asksToLeave(), on.marked]).toEqual([undefined, false, true])
  tab.crash()
  const { db } = api.services
  const renewed = await createSession(db, { userId: user.id, device: 'web', userAgent: 'test', now: api.clock.now() })
  on.logIn(renewed)
  const again = on.open()
  await pass(A_WHILE)
  expect([again.$index.get(), again.answerTo(1)?.delivery]).toEqual([1, 'saved'])
  await again.handIn('learner')
  const [, result] = /(\d+)$/.exec(again.went[0]!)!
  const { body } = await api.call(getExamResult, { params: { resultId: Number(result) } }, { token: renewed })
  expect(body.data.graded.map(({ answer_option_id }) => answer_option_id)).toEqual([
    exam.questions[0]!.right,
    exam.questions[1]!.right,
  ])
})

test('a submit without a network waits, may be taken back, and is carried out by a new page too', async () => {
  const { begin, exam, settled, pass, graded } = await scene()
  const [first, second] = exam.questions
  const { on, tab } = await begin()
  tab.choose(first!.right)
  await tab.next()
  on.network(false)
  tab.choose(second!.right)
  void tab.handIn('learner')
  await pass(10 * SECOND)
  expect(tab.$screen.get()).toMatchObject({
    name: 'finishing',
    finishing: { cause: 'learner', problem: 'unreachable', kept: true },
  })
  tab.takeBack()
  await pass(10 * SECOND)
  expect(tab.running().questions).toHaveLength(4)
  void tab.handIn('learner')
  await pass(10 * SECOND)
  tab.crash()
  on.network(true)
  const again = on.open()
  await settled()
  expect(again.went).toHaveLength(1)
  expect(on.flashes).toEqual(['Exam submitted successfully.'])
  expect(await graded()).toEqual([first!.right, second!.right, null, null])
})

test('a time that ends while the server is away keeps trying, and the result counts what had arrived', async () => {
  const { api, begin, exam, pass, graded } = await scene()
  const [first, second] = exam.questions
  const { on, tab } = await begin()
  tab.choose(first!.right)
  await tab.next()
  on.fates = { 'update/answer': { status: 503 }, 'exam/submit': { status: 503 } }
  tab.choose(second!.right)
  await pass(30 * MINUTE + 10 * SECOND)
  expect(tab.$screen.get()).toMatchObject({ name: 'finishing', finishing: { cause: 'deadline', problem: 'away' } })
  expect(tab.$message.get()?.text).toBe('Error while submitting answer.')
  // The server ends attempts by itself.
  await sweepOverdue(api.services)
  on.fates = {}
  await pass(A_WHILE)
  expect(tab.went).toHaveLength(1)
  expect(await graded()).toEqual([first!.right, null, null, null])
})

test('a deadline that passes while the device is offline stands, and what came too late is not counted', async () => {
  const { api, begin, exam, pass, graded } = await scene()
  const [first, second] = exam.questions
  const { on, tab, attempt } = await begin()
  tab.choose(first!.right)
  await tab.next()
  on.network(false)
  tab.choose(second!.right)
  await pass(31 * MINUTE)
  expect(tab.$screen.get()).toMatchObject({ name: 'finishing', finishing: { cause: 'deadline' } })
  await sweepOverdue(api.services)
  on.network(true)
  await pass(A_WHILE)
  expect(tab.went).toEqual([`/mock-test/${exam.id}/exam-result/${attempt.id}`])
  expect(await graded()).toEqual([first!.right, null, null, null])
})
