import { describe, expect, it } from 'vitest'
import type { DiscussionComment, DiscussionReply } from './discussions.contract.ts'
import {
  arrivedIn,
  edgeOf,
  hasComment,
  withAdded,
  withNewest,
  withOlder,
  without,
  withPage,
  withReplies,
  withReported,
  type Apart,
} from './threads.rules.ts'

/** Written in the order of their ids. */
const reply = (id: number, parent_id: number | null = 1, user_id = 8): DiscussionReply => ({
  id,
  parent_id,
  user_id,
  user: { name: 'Asha' },
  role: 'learner',
  content: `Comment ${id}`,
  deleted: false,
  created_at: 1000 + id,
  created_at_iso: '2026-11-20T12:30:00.000Z',
  created_at_string: '',
  discussion_panel_id: 1,
  reported: false,
})
const thread = (
  id: number,
  replies: number[] = [],
  replies_count = replies.length,
  user_id = 8,
): DiscussionComment => ({
  ...reply(id, null, user_id),
  replies: replies.map((one) => reply(one, id)),
  replies_count,
})
const list = (more: boolean, ...threads: DiscussionComment[]) => ({ threads, more })
const ids = (threads: readonly DiscussionComment[]) =>
  threads.map(({ id, replies }) => [id, ...replies.map((r) => r.id)])

describe('comments that were asked for', () => {
  const known = list(true, thread(40), thread(30), thread(20), thread(10))

  it('stay below the newest, whatever arrives and goes', () => {
    const next = withNewest(known, list(true, thread(60), thread(50), thread(30)))
    expect(ids(next.threads)).toEqual([[60], [50], [30], [20], [10]])
    expect(next.more).toBe(true)
  })
  it('make place where nobody knows what lies between', () => {
    expect(withNewest(known, list(true, thread(70), thread(60)))).toEqual(list(true, thread(70), thread(60)))
  })
  it('are those of the server where it has no more', () => {
    expect(withNewest(known, list(false, thread(40), thread(20)))).toEqual(list(false, thread(40), thread(20)))
    expect(withNewest(known, list(false))).toEqual(list(false))
  })
  it('are followed by the next page, each once', () => {
    const next = withOlder(known, list(false, thread(10), thread(5)))
    expect(ids(next.threads)).toEqual([[40], [30], [20], [10], [5]])
    expect(next.more).toBe(false)
  })
})

describe('replies that were asked for', () => {
  it('stay above the newest', () => {
    const known = list(false, thread(1, [2, 3, 4, 5], 20))
    expect(ids(withNewest(known, list(false, thread(1, [4, 5, 6], 21))).threads)).toEqual([[1, 2, 3, 4, 5, 6]])
  })
  it('make place where nobody knows what lies between, or there are no more', () => {
    const known = list(false, thread(1, [2, 3, 4], 20))
    expect(ids(withNewest(known, list(false, thread(1, [6, 7, 8], 24))).threads)).toEqual([[1, 6, 7, 8]])
    expect(ids(withNewest(known, list(false, thread(1, [3, 4], 2))).threads)).toEqual([[1, 3, 4]])
    expect(ids(withNewest(known, list(false, thread(1, [], 0))).threads)).toEqual([[1]])
  })
  it('are put where they belong, each once', () => {
    expect(ids([withReplies(thread(1, [5, 6], 9), [reply(3), reply(4), reply(5)])])).toEqual([[1, 3, 4, 5, 6]])
    expect(ids([withReplies(thread(1, [5, 6], 9), [reply(7)])])).toEqual([[1, 5, 6, 7]])
  })
  it('go on after the last that was asked for, not after what the learner wrote meanwhile', () => {
    const from: Apart = { thread: thread(1, [2, 3], 9), later: true, upTo: 3 }
    const [answered] = withAdded([from.thread], reply(11))
    const apart = { ...from, thread: answered! }
    expect(edgeOf(apart.thread, 'later', apart.upTo)).toEqual({ after: 3 })
    const next = withPage(apart, 'later', { data: [reply(4), reply(5)], more: true })
    expect(next).toMatchObject({ later: true, upTo: 5 })
    expect(ids([next.thread])).toEqual([[1, 2, 3, 4, 5, 11]])
    expect(withPage(next, 'later', { data: [], more: false })).toMatchObject({ later: false, upTo: 5 })
    expect(withPage(next, 'earlier', { data: [], more: false })).toMatchObject({ later: true, upTo: 5 })
    expect(edgeOf(next.thread, 'earlier', next.upTo)).toEqual({ before: 2 })
  })
  it('go on after the last that is shown in a list, which has no gaps', () => {
    expect(edgeOf(thread(1, [2, 3], 9), 'later')).toEqual({ after: 3 })
  })
})

describe('what has arrived', () => {
  const known = list(true, thread(20, [21, 22], 5), thread(10))

  it('is what others wrote after what is known', () => {
    const next = list(true, thread(40, [41]), thread(30, [], 0, 7), thread(20, [22, 23], 6), thread(10, [24]))
    expect(arrivedIn(known, next, 7)).toEqual([40, 41, 23, 24])
    expect(arrivedIn(known, next, undefined)).toEqual([40, 41, 30, 23, 24])
  })
  it('is not what was asked for, or went', () => {
    expect(arrivedIn(known, list(true, thread(20, [19, 21, 22], 5), thread(10), thread(5, [6])), 7)).toEqual([])
    expect(arrivedIn(known, list(true, thread(10)), 7)).toEqual([])
  })
})

describe("a change of the learner's own", () => {
  const threads = [thread(20, [21], 4), thread(10)]

  it('is drawn at once, and once', () => {
    expect(ids(withAdded(threads, reply(30, null)))).toEqual([[30], [20, 21], [10]])
    const answered = withAdded(threads, reply(31, 10))
    expect(ids(answered)).toEqual([
      [20, 21],
      [10, 31],
    ])
    expect(answered[1]?.replies_count).toBe(1)
    expect(withAdded(threads, reply(21, 20))).toEqual(threads)
  })
  it('keeps the replies of a deleted comment, and takes a deleted reply out of the count too', () => {
    const left = without(threads, 20)
    expect(ids(left)).toEqual(ids(threads))
    expect(left[0]).toMatchObject({ deleted: true, user_id: null, content: '' })
    expect(without(threads, 21)[0]).toMatchObject({ replies: [], replies_count: 3 })
    expect(ids(without(threads, 10))).toEqual([ids(threads)[0]])
  })
  it('takes a deleted comment out with the last of its replies', () => {
    const [answered] = withAdded([{ ...threads[1]!, deleted: true }], reply(11, 10))
    expect(answered).toMatchObject({ replies_count: 1 })
    expect(without([answered!], 11)).toEqual([])
  })
  it('says what was reported', () => {
    expect(withReported(threads, 21)[0]?.replies[0]?.reported).toBe(true)
    expect(withReported(threads, 10)[1]?.reported).toBe(true)
  })
  it('finds comments and replies', () => {
    expect([20, 21, 22].map((id) => hasComment(threads, id))).toEqual([true, true, false])
  })
})
