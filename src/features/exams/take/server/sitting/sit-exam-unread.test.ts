import { expect, test } from 'vitest'
import { SECOND } from '#lib/both/time/clock.ts'
import { sittingScene } from '../../../../../../tests/support/sitting/sitting-scene.ts'

const scene = sittingScene()

/** Longer than the pause between two tries to read the journal. */
const A_TRY = 5 * SECOND

/** An answer of which only the journal knows, and the candidate's next page, which cannot read the journal. */
async function openUnread() {
  const given = await scene()
  const { on, tab } = await given.begin()
  tab.choose(given.exam.questions[0]!.wrong)
  await given.settled()
  on.network(false)
  tab.goTo(1)
  tab.choose(given.exam.questions[1]!.right)
  await given.settled()
  tab.crash()
  on.network(true)
  on.disk.unread = true
  const next = on.open()
  await given.settled()
  return { ...given, on, next }
}

test('the server takes actions that count from 10,000 further on, and the journal gives the rest when it can be read', async () => {
  const { exam, on, next, settled, pass, saved, graded } = await openUnread()
  const [first, second, third] = exam.questions
  next.choose(first!.right)
  await settled()
  expect(on.sentTo('update/answer').at(-1)).toMatchObject({ qid: first!.qid, seq: 10_002 })
  expect(await saved()).toEqual([first!.right, null, null, null])
  on.disk.unread = false
  await pass(A_TRY)
  next.goTo(2)
  next.choose(third!.right)
  await settled()
  expect(on.sentTo('update/answer').at(-1)).toMatchObject({ qid: third!.qid, seq: 10_003 })
  await next.handIn('learner')
  expect(await graded()).toEqual([first!.right, second!.right, third!.right, null])
})

test('pages that cannot read the journal one after another each count further on, and the last answer counts', async () => {
  const { exam, on, next, settled, saved } = await openUnread()
  const [first] = exam.questions
  next.choose(first!.right)
  await settled()
  next.close()
  const last = on.open()
  await settled()
  last.choose(first!.wrong)
  await settled()
  expect(on.sentTo('update/answer').at(-1)).toMatchObject({ seq: 20_003 })
  expect(await saved()).toEqual([first!.wrong, null, null, null])
})

test('another device that goes on counts after the gap, and its answers stay', async () => {
  const { exam, on, next, device, settled, pass, saved } = await openUnread()
  const [first, second] = exam.questions
  next.choose(first!.right)
  await settled()
  const there = device()
  const other = there.open()
  await settled()
  await other.continueHere()
  other.choose(first!.wrong)
  other.goTo(1)
  other.choose(second!.wrong)
  await settled()
  expect(there.sentTo('update/answer').map(({ seq }) => seq)).toEqual([10_003, 10_004])
  on.disk.unread = false
  await pass(A_TRY)
  // The candidate decides.
  expect(Object.values(next.running().attempt.$work.get().aside)).toMatchObject([{ option: second!.right }])
  expect(await saved()).toEqual([first!.wrong, second!.wrong, null, null])
})

test('after the screen was opened without a server, a journal that is read late makes no saved answer wait', async () => {
  const { exam, begin, settled, pass } = await scene()
  const { on, tab } = await begin()
  tab.choose(exam.questions[0]!.right)
  // The device keeps its time as well.
  await pass(10 * SECOND)
  // The paper on the device is of the start, without the answer.
  tab.crash()
  on.network(false)
  on.disk.unread = true
  const next = on.open()
  await settled()
  expect([next.$unread.get(), next.answerTo(0)]).toEqual([true, undefined])
  on.disk.unread = false
  await pass(A_TRY)
  expect([next.$unread.get(), next.answerTo(0)?.delivery, next.asksToLeave()]).toEqual([false, 'saved', false])
})
