import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { testWork } from '../../../../../../tests/support/api/staff-work.ts'
import { sittingScene } from '../../../../../../tests/support/sitting/sitting-scene.ts'
import { sweepOverdue } from '../../../server/sweep.ts'
import { giveTime } from '../../../staff/server/extra/give-time.ts'

/** The exam screen before the API, when staff give the attempt more time. */

const sitting = sittingScene()

async function scene(...given: Parameters<typeof sitting>) {
  const made = await sitting(...given)
  const { api } = made
  const give = (attemptId: number, minutes: number) =>
    giveTime(api.services, testWork(api.clock.now(), 'Power cut'), { attemptId, minutes })
  return { ...made, give }
}

test('more time is on the screen within ten seconds, is announced, and answers given in it are counted', async () => {
  const { begin, exam, give, graded, pass, settled } = await scene()
  const { on, tab, attempt } = await begin()
  // Shown are the seconds that have begun.
  await pass(25 * MINUTE + 100)
  expect(tab.$secondsLeft.get()).toBe(5 * 60)
  await give(attempt.id, 10)
  await pass(10 * SECOND)
  expect(tab.$secondsLeft.get()).toBe(15 * 60 - 10)
  expect(tab.$message.get()?.text).toBe('You have 10 min more.')
  // A reload without a network knows it, too.
  await pass(10 * MINUTE)
  tab.choose(exam.questions[0]!.right)
  await settled()
  on.network(false)
  tab.crash()
  const again = on.open()
  await settled()
  expect(again.$secondsLeft.get()).toBe(5 * 60 - 10)
  on.network(true)
  await settled()
  again.goTo(1)
  again.choose(exam.questions[1]!.wrong)
  await pass(6 * MINUTE)
  expect(await graded()).toEqual([exam.questions[0]!.right, exam.questions[1]!.wrong, null, null])
})

test('a screen asks every eight seconds, and not when a receipt has just told it', async () => {
  const { begin, exam, give, pass, settled } = await scene()
  const { on, tab, attempt } = await begin()
  const asked = () => on.sentTo('moved/{attemptId}').length
  await pass(80 * SECOND)
  expect(asked()).toBe(10)
  const before = asked()
  for (let question = 0; question < 16; question += 1) {
    tab.goTo(question % 4)
    tab.choose(exam.questions[question % 4]!.options[question >> 2]!)
    await pass(5 * SECOND)
  }
  expect(asked()).toBe(before)
  tab.goTo(0)
  await give(attempt.id, 1)
  tab.choose(exam.questions[0]!.wrong)
  await settled()
  expect(tab.$message.get()?.text).toBe('You have 1 min more.')
})

test('two gifts add up, and a page that comes into sight takes over both at once', async () => {
  const { begin, give, pass, settled } = await scene()
  const { tab, attempt } = await begin()
  tab.hide(true)
  await pass(MINUTE)
  await give(attempt.id, 5)
  await give(attempt.id, 5)
  tab.hide(false)
  await settled()
  expect(tab.$secondsLeft.get()).toBe(39 * 60)
})

test('a device that was offline at the end it knew goes on when it is back, with what it had answered', async () => {
  const { api, begin, exam, give, graded, pass, settled } = await scene()
  const { on, tab, attempt } = await begin()
  await pass(28 * MINUTE)
  on.network(false)
  tab.choose(exam.questions[0]!.right)
  await give(attempt.id, 20)
  await pass(10 * MINUTE)
  expect(tab.$screen.get().name).toBe('finishing')
  await sweepOverdue(api.services)
  on.network(true)
  await settled()
  expect(tab.went).toEqual(['reload'])
  const again = on.open()
  await settled()
  expect([again.$screen.get().name, again.$secondsLeft.get()]).toEqual(['running', 12 * 60])
  again.goTo(1)
  again.choose(exam.questions[1]!.right)
  await settled()
  await again.handIn('learner')
  expect(await graded()).toEqual([exam.questions[0]!.right, exam.questions[1]!.right, null, null])
})

test('a screen that has heard of nothing does not hand in at the end it knew', async () => {
  const { begin, exam, give, graded, pass, settled } = await scene()
  const { on, tab, attempt } = await begin()
  on.fates['moved/{attemptId}'] = 'lost'
  await pass(29 * MINUTE + 55 * SECOND + 100)
  await give(attempt.id, 3)
  await pass(10 * SECOND)
  expect(tab.went).toEqual(['reload'])
  const again = on.open()
  await settled()
  expect(again.$secondsLeft.get()).toBe(2 * 60 + 55)
  again.choose(exam.questions[0]!.right)
  await settled()
  await pass(4 * MINUTE)
  expect(again.went).toHaveLength(1)
  expect(await graded()).toEqual([exam.questions[0]!.right, null, null, null])
})

test('a wish to submit that waited for the network is carried out although there is more time by now', async () => {
  const { begin, exam, give, candidate, pass } = await scene()
  const { on, tab, attempt } = await begin()
  tab.choose(exam.questions[0]!.right)
  await pass(29 * MINUTE)
  on.network(false)
  void tab.handIn('learner')
  await pass(30 * SECOND)
  await give(attempt.id, 30)
  await pass(5 * MINUTE)
  on.network(true)
  await pass(5 * SECOND)
  expect(tab.went).toEqual(['reload'])
  on.open()
  await pass(5 * SECOND)
  expect((await candidate.detail()).body.data.results).toMatchObject([{ attempt_id: attempt.id }])
})
