import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_QUEUED, RenderQueue } from './render-queue.ts'

const never = new AbortController().signal

/** A queue whose jobs end when the test says so. `began` lists the jobs in the order of their turns. */
function queueOfJobs() {
  const queue = new RenderQueue()
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const add = (member: number, name: string, signal = never) => {
    const running = queue.run(member, signal, () => {
      began.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
    // A test may end before its jobs do.
    running.catch(() => {})
    return running
  }
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise(setImmediate)
  }
  return { queue, began, add, end }
}

const refused = { status: 503, retryAfter: expect.any(Number) as number }
const cancelled = { status: 408 }

describe('the queue of texts to render', () => {
  it('gives each member a turn before anybody has a second one', async () => {
    const { began, add, end } = queueOfJobs()
    void add(1, 'a1')
    void add(1, 'a2')
    void add(1, 'a3')
    void add(2, 'b1')
    void add(2, 'b2')
    void add(3, 'c1')
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
    expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  it('refuses a member who has three texts waiting, and nobody else', async () => {
    const { queue, add } = queueOfJobs()
    for (const name of ['a0', 'a1', 'a2', 'a3']) void add(1, name)
    await expect(add(1, 'a4')).rejects.toMatchObject(refused)
    void add(2, 'b1')
    expect(queue.length).toBe(4)
  })

  it('refuses everybody when it is full', async () => {
    const { queue, add } = queueOfJobs()
    for (let number = 0; number <= MAX_QUEUED; number += 1) void add(number, `m${number}`)
    await expect(add(999, 'late')).rejects.toMatchObject(refused)
    expect(queue.length).toBe(MAX_QUEUED)
  })

  it('drops a text whose caller has disconnected, before its turn', async () => {
    const { queue, began, add, end } = queueOfJobs()
    const left = new AbortController()
    void add(1, 'a1')
    const dropped = add(2, 'b1', left.signal)
    void add(3, 'c1')
    left.abort()
    await expect(dropped).rejects.toMatchObject(cancelled)
    expect(queue.length).toBe(1)
    await end('a1')
    expect(began).toEqual(['a1', 'c1'])
    await expect(add(2, 'b2', left.signal)).rejects.toMatchObject(cancelled)
  })

  it('goes on after a text that failed', async () => {
    const { queue, add, began } = queueOfJobs()
    const failed = queue.run(1, never, () => Promise.reject(new Error('no')))
    void add(2, 'b1')
    await expect(failed).rejects.toThrow('no')
    await new Promise(setImmediate)
    expect(began).toEqual(['b1'])
  })

  describe('with a clock', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    it('refuses a text that was not begun in time', async () => {
      const { queue, began, add } = queueOfJobs()
      void add(1, 'a1')
      const late = add(2, 'b1')
      const answer = expect(late).rejects.toMatchObject(refused)
      await vi.advanceTimersByTimeAsync(30_000)
      await answer
      expect([queue.length, began]).toEqual([0, ['a1']])
    })
  })
})
