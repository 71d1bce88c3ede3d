import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Unreachable } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { practiceDelivery, type Fate, type Sending } from './delivery.store.ts'
import type { PracticeOutcome } from './practice.contract.ts'

const answer = (question_id: number): Sending => ({ kind: 'answer', question_id, review: 1, option: 7, took_ms: 900 })

const outcomeOf = ({ question_id, review }: Sending): PracticeOutcome => ({
  question_id,
  review,
  correct: true,
  right_options: [7],
  explanation: '',
  grade: 'good',
  next: { due_at: 0, due_at_iso: '1970-01-01T00:00:00.000Z', due: 'in 3 days', known: false },
  grades: [],
})

/** A server that does as it is told, and a device that keeps what it is given. */
function world(left: Sending[] = [], keeps = true) {
  const device = new Set(left)
  const arrived: Sending[] = []
  const late: [Sending, Fate][] = []
  const told = { trouble: undefined as Error | undefined, per: new Map<number, Error>(), own: true }
  const delivery = practiceDelivery({
    read: async () => [...device],
    write: async (sending) => keeps && Boolean(device.add(sending)),
    drop: async (sending) => device.delete(sending),
    isOwn: () => told.own,
    send: async (sending) => {
      const trouble = told.trouble ?? told.per.get(sending.question_id)
      if (trouble) throw trouble
      arrived.push(sending)
      return outcomeOf(sending)
    },
    onLate: (sending, fate) => late.push([sending, fate]),
  })
  return { delivery, device, arrived, late, told }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('an answer', () => {
  test('is on this device before it is sent, and no more after it has arrived', async () => {
    const { delivery, device, arrived, told } = world()
    told.trouble = new Unreachable()
    await delivery.deliver(answer(1))
    expect(device).toEqual(new Set([answer(1)]))
    told.trouble = undefined
    expect(await delivery.deliver(answer(2))).toEqual({ is: 'sent', outcome: outcomeOf(answer(2)) })
    expect(arrived).toEqual([answer(2)])
    expect([...device]).toEqual([answer(1)])
  })

  test('is not sent while another learner is logged in, and is when its own is back', async () => {
    const { delivery, device, arrived, told } = world()
    told.own = false
    expect(await delivery.deliver(answer(1))).toEqual({ is: 'waiting', onDevice: true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([arrived, device.size]).toEqual([[], 1])
    told.own = true
    await delivery.wake()
    expect([arrived, device.size]).toEqual([[answer(1)], 0])
  })

  test.each([
    ['the network is gone', new Unreachable()],
    ['the server is in trouble', new ApiError(503, '')],
    ['the server asks to wait', new ApiError(429, '')],
    ['the learner has to log in again', new ApiError(401, '')],
    ['the question rests during an exam', new ApiError(409, '', { code: 'resting' })],
  ])('waits while %s, and is sent by itself later', async (_, trouble) => {
    const { delivery, arrived, late, told } = world()
    told.trouble = trouble
    expect(await delivery.deliver(answer(1))).toEqual({ is: 'waiting', onDevice: true })
    expect(delivery.$waiting.get()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(arrived).toEqual([])
    told.trouble = undefined
    await vi.advanceTimersByTimeAsync(30_000)
    expect(arrived).toEqual([answer(1)])
    expect(late).toEqual([[answer(1), { is: 'sent', outcome: outcomeOf(answer(1)) }]])
    expect(delivery.$waiting.get()).toEqual([])
  })

  test('that the server does not take is dropped, and its reason told', async () => {
    const { delivery, device, told } = world()
    told.trouble = new ApiError(409, 'This question has changed since.', { code: 'changed' })
    expect(await delivery.deliver(answer(1))).toEqual({ is: 'refused', message: 'This question has changed since.' })
    expect(device.size).toBe(0)
    expect(delivery.$waiting.get()).toEqual([])
  })

  test('that this browser cannot keep is still sent later, and it is said', async () => {
    const { delivery, arrived, told } = world([], false)
    told.trouble = new Unreachable()
    expect(await delivery.deliver(answer(1))).toEqual({ is: 'waiting', onDevice: false })
    told.trouble = undefined
    await delivery.wake()
    expect(arrived).toEqual([answer(1)])
  })
})

test('a server that is away is left alone for the time it asked for', async () => {
  const { delivery, arrived, told } = world()
  told.trouble = new ApiError(503, '', { retryAfter: 20 })
  await delivery.deliver(answer(1))
  told.trouble = undefined
  await vi.advanceTimersByTimeAsync(19_000)
  expect(arrived).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(arrived).toEqual([answer(1)])
})

describe('what waits', () => {
  test('is taken up from earlier pages, oldest first', async () => {
    const { delivery, device, arrived } = world([answer(1), answer(2)])
    await delivery.resume()
    expect(arrived).toEqual([answer(1), answer(2)])
    expect(device.size).toBe(0)
  })

  test('does not stand in the way of the others when one must wait longer', async () => {
    const { delivery, arrived, told } = world([answer(1), answer(2)])
    told.per.set(1, new ApiError(409, '', { code: 'resting' }))
    await delivery.resume()
    expect(arrived).toEqual([answer(2)])
    expect(delivery.$waiting.get()).toEqual([answer(1)])
  })

  test('is sent once, however often it is woken', async () => {
    const { delivery, arrived } = world([answer(1)])
    await Promise.all([delivery.resume(), delivery.resume(), delivery.wake(), delivery.wake()])
    expect(arrived).toEqual([answer(1)])
  })
})
