import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { giveBack } from '../../../server/give-back.ts'
import { sweepOverdue } from '../../../server/sweep.ts'
import { sittingScene } from '../../../../../../tests/support/sitting/sitting-scene.ts'

const scene = sittingScene()

test('opening the exam starts nothing; the candidate does, and has the paper and the whole time', async () => {
  const { device, settled, candidate, begin } = await scene()
  const looking = device().open()
  expect(looking.$screen.get().name).toBe('loading')
  await settled()
  expect(looking.$screen.get()).toMatchObject({ name: 'gate', starting: false })
  expect((await candidate.detail()).body.data.open_attempt).toBe(null)
  const { tab } = await begin()
  expect(tab.running().questions).toHaveLength(4)
  expect([tab.$writing.get(), tab.$index.get(), tab.$secondsLeft.get()]).toEqual(['here', 0, 30 * 60])
})

test('a start whose reply is lost is told of, and the next try finds its own attempt', async () => {
  const { device, settled, candidate } = await scene()
  const phone = device()
  const tab = phone.open()
  await settled()
  phone.fates['exam/start'] = 'mute'
  await tab.start()
  expect(tab.$screen.get()).toMatchObject({ name: 'gate', starting: false })
  expect(tab.$message.get()?.text).toBe('Failed to start the exam')
  phone.fates = {}
  await tab.start()
  await settled()
  expect(tab.$writing.get()).toBe('here')
  expect((await candidate.detail()).body.data.open_attempt).toMatchObject({ number: 1 })
})

test('an exam that cannot be had says why, and can be asked for again', async () => {
  const { device, settled } = await scene()
  const phone = device()
  phone.fates['detail/{examId}'] = { status: 500 }
  const tab = phone.open()
  await settled()
  expect(tab.$screen.get()).toMatchObject({ name: 'failed', message: 'Failed to fetch exam details.', retry: true })
  phone.fates = {}
  await tab.load()
  expect(tab.$screen.get().name).toBe('gate')
})

test('a reload goes on with the answers, the marks, the place and the time', async () => {
  const { begin, exam, pass, settled } = await scene()
  const { on, tab } = await begin()
  const [first, second] = exam.questions
  tab.choose(first!.right)
  await tab.next()
  tab.choose(second!.wrong)
  await tab.markAndNext()
  await pass(5 * MINUTE)
  tab.close()
  const again = on.open()
  await settled()
  expect([again.$index.get(), again.$writing.get(), again.$secondsLeft.get()]).toEqual([2, 'here', 25 * 60])
  const { work, visited } = again.running().attempt.$work.get()
  expect(work).toMatchObject({
    [first!.qid]: { option: first!.right, marked: false, delivery: 'saved' },
    [second!.qid]: { option: second!.wrong, marked: true, delivery: 'saved' },
  })
  expect(Object.keys(visited)).toHaveLength(3)
})

test('a choice is changed, cleared and marked, and the server has what the candidate did last', async () => {
  const { begin, exam, settled, saved } = await scene()
  const { tab } = await begin()
  const [first] = exam.questions
  for (const option of first!.options) tab.choose(option)
  await settled()
  expect(await saved()).toEqual([first!.options[3], null, null, null])
  tab.clear()
  await settled()
  expect(await saved()).toEqual([null, null, null, null])
  await tab.markAndNext()
  tab.goTo(0)
  expect(tab.answerTo(0)).toMatchObject({ option: null, marked: true })
  tab.unmark()
  await settled()
  expect(tab.answerTo(0)).toMatchObject({ marked: false, delivery: 'saved' })
})

test('a submit sends what has not arrived, leads to the result and leaves nothing on the device', async () => {
  const { begin, exam, settled, graded, user } = await scene()
  const { on, tab, attempt } = await begin()
  await settled()
  expect([on.disk.keepsExam(user.id, exam.id), on.marked]).toEqual([true, true])
  tab.choose(exam.questions[0]!.right)
  await tab.handIn('learner')
  expect(tab.went).toEqual([`/mock-test/${exam.id}/exam-result/${attempt.id}`])
  expect(on.flashes).toEqual(['Exam submitted successfully.'])
  expect(await graded()).toEqual([exam.questions[0]!.right, null, null, null])
  expect([on.disk.keepsExam(user.id, exam.id), on.marked]).toEqual([false, false])
})

test('at the end of the time the exam is handed in by itself, with what was answered', async () => {
  const { begin, exam, pass, candidate } = await scene()
  const { tab, attempt } = await begin()
  tab.choose(exam.questions[0]!.right)
  await pass(30 * MINUTE - SECOND)
  expect(tab.$screen.get().name).toBe('running')
  await pass(2 * SECOND)
  expect(tab.went).toEqual([`/mock-test/${exam.id}/exam-result/${attempt.id}`])
  const [result] = (await candidate.detail()).body.data.results
  expect(result).toMatchObject({ attempt_id: attempt.id, user_grade: 1 })
})

test.each([
  ['fast', 10 * MINUTE],
  ['slow', -10 * MINUTE],
])(
  'a device whose clock is ten minutes %s shows the time that the server has, also when it is set',
  async (_, wrong) => {
    const { begin, device, pass } = await scene()
    const { on, tab } = await begin(device(wrong))
    expect(tab.$secondsLeft.get()).toBe(30 * 60)
    on.wrong = -wrong
    await pass(10 * SECOND + 50)
    expect(tab.$secondsLeft.get()).toBe(30 * 60 - 10)
  },
)

test('a second device shows the exam, takes over when told to, and the first can take it back with what it had', async () => {
  const { begin, device, exam, settled, saved, graded } = await scene()
  const [first, second, third] = exam.questions
  const { on, tab } = await begin()
  tab.choose(first!.right)
  await tab.next()
  await settled()
  const there = device().open()
  await settled()
  expect([there.$writing.get(), there.answerTo(0)?.option]).toEqual(['opened', first!.right])
  there.choose(first!.wrong)
  await there.next()
  expect([there.answerTo(0)?.option, there.$index.get()]).toEqual([first!.right, 1])
  // Looking takes nothing over.
  tab.choose(second!.wrong)
  await settled()
  expect(tab.answerTo(1)?.delivery).toBe('saved')

  await there.continueHere()
  expect([there.$writing.get(), there.answerTo(1)?.option]).toEqual(['here', second!.wrong])
  there.goTo(2)
  there.choose(third!.right)
  await settled()
  // The first one hears of it with its next answer, which is not lost silently.
  tab.choose(second!.right)
  await settled()
  expect(tab.$writing.get()).toBe('continued')
  expect(tab.running().attempt.$work.get().aside).toMatchObject({ [second!.qid]: { option: second!.right } })
  expect([tab.answerTo(1)?.option, tab.answerTo(2)?.option]).toEqual([second!.wrong, third!.right])
  expect(await saved()).toEqual([first!.right, second!.wrong, third!.right, null])

  await tab.continueHere()
  tab.running().attempt.decide(true)
  await settled()
  expect(await saved()).toEqual([first!.right, second!.right, third!.right, null])
  there.choose(third!.wrong)
  await settled()
  expect(there.$writing.get()).toBe('continued')
  await tab.handIn('learner')
  expect(on.flashes).toHaveLength(1)
  there.focus()
  await settled()
  expect(there.$screen.get()).toMatchObject({ name: 'ended', how: 'submitted', left: 1 })
  expect(await graded()).toEqual([first!.right, second!.right, third!.right, null])
})

test('a device that another took over from learns it when it is looked at, and can only read from then on', async () => {
  const { begin, device, exam, settled, saved } = await scene()
  const { tab } = await begin()
  const there = device().open()
  await settled()
  await there.continueHere()
  there.choose(exam.questions[0]!.right)
  await settled()
  expect(tab.$writing.get()).toBe('here')
  tab.focus()
  await settled()
  expect([tab.$writing.get(), tab.answerTo(0)?.option]).toEqual(['continued', exam.questions[0]!.right])
  tab.choose(exam.questions[0]!.wrong)
  await settled()
  expect(await saved()).toEqual([exam.questions[0]!.right, null, null, null])
})

test('of two tabs one writes: the other takes over at once, and a reload of it writes on', async () => {
  const { begin, exam, settled } = await scene()
  const { on, tab } = await begin()
  tab.choose(exam.questions[0]!.right)
  await tab.next()
  const other = on.open()
  await settled()
  expect([other.$writing.get(), other.$index.get()]).toEqual(['opened', 1])
  // To the server two tabs are two writers.
  expect(other.name()).not.toBe(tab.name())
  await other.continueHere()
  // Without doing anything.
  expect([tab.$writing.get(), other.$writing.get()]).toEqual(['continued', 'here'])
  other.choose(exam.questions[1]!.right)
  await settled()
  other.close()
  const again = on.open()
  await settled()
  expect([again.$writing.get(), again.$index.get(), again.answerTo(1)?.delivery]).toEqual(['here', 1, 'saved'])
  await again.handIn('learner')
  expect(tab.$screen.get()).toMatchObject({ name: 'ended', how: 'submitted' })
})

test('what a device could not deliver before another went on is set aside, and counts only if the learner says so', async () => {
  const { begin, device, exam, settled, saved, graded } = await scene()
  const [first, second, third] = exam.questions
  const { on, tab } = await begin()
  tab.choose(first!.right)
  await tab.next()
  await settled()
  on.network(false)
  tab.choose(second!.right)
  await tab.next()
  tab.choose(third!.right)
  await settled()
  tab.crash()
  const there = device().open()
  await settled()
  await there.continueHere()
  there.goTo(1)
  there.choose(second!.wrong)
  there.goTo(2)
  there.choose(third!.right)
  await settled()

  on.network(true)
  const helper = on.open()
  await settled()
  expect([helper.$writing.get(), helper.$index.get()]).toEqual(['opened', 2])
  // Of the third both say the same.
  expect(Object.values(helper.running().attempt.$work.get().aside)).toMatchObject([
    { qid: second!.qid, option: second!.right },
  ])
  await helper.continueHere()
  helper.running().attempt.decide(false)
  await settled()
  expect(await saved()).toEqual([first!.right, second!.wrong, third!.right, null])
  helper.close()
  const again = on.open()
  await settled()
  expect(again.running().attempt.$work.get().aside).toEqual({})
  await again.handIn('learner')
  expect(await graded()).toEqual([first!.right, second!.wrong, third!.right, null])
})

test('an attempt that a clock ended and staff gave back goes on when its learner says so, with what the device holds', async () => {
  const { api, begin, exam, pass, settled, saved } = await scene()
  const { on, tab, attempt } = await begin()
  on.fates['update/answer'] = 'lost'
  tab.choose(exam.questions[0]!.right)
  await settled()
  // The server's clock jumps on by three hours, and is put right.
  const now = api.clock.now()
  api.clock.advance(3 * HOUR)
  await sweepOverdue(api.services)
  api.clock.set(now)
  await giveBack(api.services, attempt.id, { from: attempt.deadline_at - 2 * MINUTE, to: now + 3 * HOUR })
  on.fates = {}
  await pass(MINUTE)
  expect(tab.went).toEqual(['reload'])
  const again = on.open()
  await settled()
  expect(again.$screen.get()).toMatchObject({ name: 'gate', exam: { given_back: { seconds_left: 120 } } })
  await again.start()
  await settled()
  expect([again.$secondsLeft.get(), again.answerTo(0)?.delivery]).toEqual([120, 'saved'])
  expect(await saved()).toEqual([exam.questions[0]!.right, null, null, null])
})
