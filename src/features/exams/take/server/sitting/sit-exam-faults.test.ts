import { expect, test } from 'vitest'
import { MINUTE, SECOND } from '#lib/both/time/clock.ts'
import { sittingScene } from '../../../../../../tests/support/sitting/sitting-scene.ts'
import type { Fate } from '../../../../../../tests/support/sitting/sitting.ts'

const scene = sittingScene()

/** Longer than any pause between two tries. */
const A_WHILE = 40 * SECOND

test('without a network the exam goes on, and the answers arrive once it is back', async () => {
  const { begin, exam, pass, settled, saved } = await scene()
  const [first, second, third] = exam.questions
  const { on, tab } = await begin()
  tab.choose(first!.right)
  await tab.next()
  on.network(false)
  expect(tab.$online.get()).toBe(false)
  tab.choose(second!.right)
  await tab.next()
  tab.choose(third!.wrong)
  await tab.next()
  expect(tab.$index.get()).toBe(3)
  await pass(5 * MINUTE)
  expect(await saved()).toEqual([first!.right, null, null, null])
  expect(tab.$message.get()).toBe(undefined)
  on.network(true)
  await settled()
  expect(await saved()).toEqual([first!.right, second!.right, third!.wrong, null])
  expect(tab.$secondsLeft.get()).toBe(25 * 60)
})

test('answers that were given without a network outlive the page, which opens again without one', async () => {
  const { begin, exam, pass, settled, saved } = await scene()
  const { on, tab } = await begin()
  await pass(10 * SECOND)
  on.network(false)
  tab.goTo(1)
  tab.choose(exam.questions[1]!.right)
  await settled()
  tab.crash()
  await pass(MINUTE)
  const again = on.open()
  await settled()
  expect([again.$index.get(), again.$writing.get(), again.answerTo(1)?.option]).toEqual([
    1,
    'here',
    exam.questions[1]!.right,
  ])
  // As the device knows it, which counts what it slept.
  expect(again.$secondsLeft.get()).toBeLessThanOrEqual(30 * 60 - 70)
  on.network(true)
  await settled()
  expect(await saved()).toEqual([null, exam.questions[1]!.right, null, null])
})

test.each([
  ['forward', 10 * MINUTE],
  ['back', -10 * MINUTE],
])(
  'a clock set %s by ten minutes before the page opens without a network changes no time, and the exam goes on',
  async (_, wrong) => {
    const { begin, exam, pass, settled, saved } = await scene({ minutes: 8 })
    const { on, tab } = await begin()
    await pass(10 * SECOND)
    on.network(false)
    tab.crash()
    // While no page is open, too, the time runs.
    await pass(MINUTE)
    on.wrong = wrong
    const again = on.open()
    await settled()
    expect(again.$secondsLeft.get()).toBe(8 * 60 - 70)
    expect(again.$doubt.get()).toBe(Math.max(0, wrong))
    again.choose(exam.questions[0]!.wrong)
    // The server decides: there is time, and nothing was handed in, not even while it could not be asked for its time.
    on.fates['detail/{examId}'] = 'lost'
    on.network(true)
    await pass(20 * SECOND)
    on.fates = {}
    await pass(20 * SECOND)
    expect([8 * 60 - 110, 8 * 60 - 109]).toContain(again.$secondsLeft.get())
    expect(again.$doubt.get()).toBe(0)
    again.choose(exam.questions[0]!.right)
    await settled()
    expect(await saved()).toEqual([exam.questions[0]!.right, null, null, null])
    expect(on.sentTo('exam/submit')).toEqual([])
  },
)

/** Within the second that has begun. */
const near = (seconds: number, exact: number) => seconds === exact || seconds === exact + 1

test('a clock that jumps past the end without a network leaves the questions open until the time is over, through reloads', async () => {
  const { begin, exam, pass, settled } = await scene({ minutes: 8 })
  const { on, tab } = await begin()
  await pass(10 * SECOND)
  on.network(false)
  on.wrong = 60 * MINUTE
  await pass(20 * SECOND)
  expect(tab.$doubt.get()).toBe(60 * MINUTE)
  expect(near(tab.$secondsLeft.get(), 8 * 60 - 30)).toBe(true)
  tab.crash()
  const again = on.open()
  await settled()
  // Beats keep the time of before the jump.
  await pass(20 * SECOND)
  expect(again.$doubt.get()).toBe(60 * MINUTE)
  expect(near(again.$secondsLeft.get(), 8 * 60 - 50)).toBe(true)
  again.choose(exam.questions[0]!.right)
  await pass(8 * MINUTE - 60 * SECOND)
  expect(again.$screen.get().name).toBe('running')
  await pass(15 * SECOND)
  expect(again.$screen.get()).toMatchObject({ name: 'finishing', finishing: { cause: 'deadline' } })
  expect(on.sentTo('exam/submit')).toEqual([])
})

test.each<[string, Fate, 'server' | 'storage' | 'network']>([
  ['502', { status: 502 }, 'server'],
  ['503', { status: 503, code: 'unavailable', retryAfter: 2 }, 'server'],
  ['504', { status: 504 }, 'server'],
  ['507', { status: 507, code: 'storage_full' }, 'storage'],
  ['nothing', 'lost', 'network'],
])('a server that answers %s lets the candidate go on, and gets the answers later', async (_, fate, away) => {
  const { begin, exam, pass, saved } = await scene()
  const [first, second] = exam.questions
  const { on, tab } = await begin()
  on.fates['update/answer'] = fate
  tab.choose(first!.right)
  await tab.next()
  tab.choose(second!.right)
  await tab.next()
  expect([tab.$index.get(), tab.$message.get(), tab.running().attempt.$away.get()]).toEqual([2, undefined, away])
  on.fates = {}
  await pass(A_WHILE)
  expect(await saved()).toEqual([first!.right, second!.right, null, null])
  expect(tab.running().attempt.$away.get()).toBe(undefined)
})

test('an answer that the server cannot store is told of, holds the candidate there, and is stored later', async () => {
  const { begin, exam, saved } = await scene()
  const { on, tab } = await begin()
  on.fates['update/answer'] = { status: 500, code: 'internal' }
  tab.choose(exam.questions[0]!.right)
  await tab.next()
  expect([tab.$index.get(), tab.$message.get()?.text]).toEqual([0, 'Failed to update asnwer'])
  expect(tab.answerTo(0)?.delivery).toBe('failed')
  on.fates = {}
  await tab.next()
  expect(tab.$index.get()).toBe(1)
  expect(await saved()).toEqual([exam.questions[0]!.right, null, null, null])
})

test('a server that refuses every third save loses none', async () => {
  const { begin, exam, pass, saved } = await scene()
  const { on, tab } = await begin()
  for (const [index, { options }] of exam.questions.entries()) {
    tab.goTo(index)
    for (const option of options) {
      on.fates = on.sentTo('update/answer').length % 3 === 2 ? { 'update/answer': { status: 503 } } : {}
      tab.choose(option)
      await pass(SECOND)
    }
  }
  on.fates = {}
  await pass(A_WHILE)
  expect(await saved()).toEqual(exam.questions.map(({ options }) => options[3]))
})

test('an answer whose receipt was lost is sent again under its number and counts once', async () => {
  const { begin, exam, pass, candidate } = await scene()
  const { on, tab } = await begin()
  on.fates['update/answer'] = 'mute'
  tab.choose(exam.questions[0]!.right)
  await pass(0)
  expect(tab.answerTo(0)?.delivery).toBe('kept')
  on.fates = {}
  await pass(A_WHILE)
  expect(tab.answerTo(0)?.delivery).toBe('saved')
  expect(on.sentTo('update/answer').map(({ seq }) => seq)).toEqual([1, 1])
  expect((await candidate.detail()).body.data.open_attempt!.responses).toEqual([
    { qid: exam.questions[0]!.qid, answer_option_id: exam.questions[0]!.right, marked: false, seq: 1 },
  ])
})

test('answers that overtake each other end as the candidate left them', async () => {
  const { begin, exam, pass, settled, saved } = await scene()
  const { on, tab } = await begin()
  on.fates['update/answer'] = 'late'
  tab.choose(exam.questions[0]!.wrong)
  // The page gives that request up; it is still on its way.
  await pass(11 * SECOND)
  on.fates = {}
  tab.choose(exam.questions[0]!.right)
  await pass(A_WHILE)
  on.release()
  await settled()
  expect(on.sentTo('update/answer').map(({ answer_option_id: option }) => option)).toEqual(
    expect.arrayContaining([exam.questions[0]!.wrong, exam.questions[0]!.right]),
  )
  expect(await saved()).toEqual([exam.questions[0]!.right, null, null, null])
})

test('a request that nobody answers counts as lost after ten seconds, and is made again', async () => {
  const { begin, exam, pass, saved } = await scene()
  const { on, tab } = await begin()
  on.fates['update/answer'] = 'held'
  tab.choose(exam.questions[0]!.right)
  await pass(9 * SECOND)
  expect(tab.answerTo(0)?.delivery).toBe('sending')
  on.fates = {}
  await pass(A_WHILE)
  expect(await saved()).toEqual([exam.questions[0]!.right, null, null, null])
})

test('what has not arrived leaves with the page', async () => {
  const { begin, exam, settled, saved } = await scene()
  const { on, tab } = await begin()
  on.fates['update/answer'] = { status: 503 }
  tab.choose(exam.questions[0]!.right)
  await settled()
  expect(tab.asksToLeave()).toBe(true)
  on.fates = {}
  tab.close()
  await settled()
  expect(await saved()).toEqual([exam.questions[0]!.right, null, null, null])
})

test('a device without room says that it keeps no answers; the server has them all the same', async () => {
  const { begin, exam, pass, settled, saved } = await scene()
  const [first, second] = exam.questions
  const { on, tab } = await begin()
  on.disk.full = true
  tab.choose(first!.right)
  await settled()
  const { $journalled } = tab.running().attempt
  expect([$journalled.get(), tab.answerTo(0)?.delivery, on.marked]).toEqual([false, 'saved', false])
  on.fates['update/answer'] = { status: 503 }
  await tab.next()
  tab.choose(second!.right)
  await settled()
  expect(tab.asksToLeave()).toBe(true)
  on.fates = {}
  await pass(A_WHILE)
  expect(await saved()).toEqual([first!.right, second!.right, null, null])
  on.disk.full = false
  tab.choose(second!.wrong)
  await settled()
  expect($journalled.get()).toBe(true)
})
