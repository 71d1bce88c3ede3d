import { describe, expect, it, vi } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../tests/support/sitting/browser-time.ts'
import { arrived, by, outboxScene, waits } from '../../../../tests/support/sitting/outbox-scene.ts'
import { ApiError, invalid } from '../../both/calls/errors.ts'
import { Unreachable } from '../call/call.ts'
import { keepSending } from './outbox.ts'

fakeTimeInEachTest()

describe('what is added', () => {
  it('is sent at once, and kept no longer than needed', async () => {
    const { world, add, kept } = outboxScene()
    const adding = add('a')
    expect([kept(), world.fates]).toEqual([['a'], []])
    expect(await adding).toBe(true)
    expect([kept(), world.sent, world.fates]).toEqual([[], ['a'], [arrived('a')]])
  })

  it('is on this device before it is sent, and no more after it has arrived', async () => {
    const { world, add, kept } = outboxScene()
    world.troubles.a = new Unreachable('')
    expect(await add('a')).toBe(true)
    expect([kept(), world.fates]).toEqual([['a'], [waits('a')]])
    world.troubles.a = new ApiError(500, '')
    await add('b')
    expect([kept(), [...world.stored], world.fates.at(-1)]).toEqual([['a'], ['b'], arrived('b')])
  })

  it('is sent after what waits already', async () => {
    const { world, add, box } = outboxScene()
    world.trouble = new Unreachable('')
    await add('a')
    expect(box.$waiting.get()).toEqual(['a'])
    world.trouble = undefined
    await add('b')
    expect([world.sent, box.$waiting.get()]).toEqual([['a', 'a', 'b'], []])
    expect(world.fates).toEqual([waits('a'), arrived('a', true), arrived('b')])
  })

  it('is sent without delay while the store of this device hangs', async () => {
    const { world, add } = outboxScene()
    world.hangs = true
    void add('a')
    void add('b')
    await passed(0)
    expect([world.sent, world.fates]).toEqual([
      ['a', 'b'],
      [arrived('a'), arrived('b')],
    ])
  })

  it('that this browser cannot keep, for want of room, is still sent later, and it is said', async () => {
    const { world, box, add } = outboxScene()
    world.writable = false
    world.trouble = new Unreachable('')
    expect(await add('a')).toBe(false)
    world.trouble = undefined
    await box.wake()
    expect(world.fates).toEqual([waits('a', false), arrived('a', true)])
  })

  it('that the server does not take is dropped, and its reason told', async () => {
    const { world, add, kept, box } = outboxScene()
    world.trouble = invalid({ count: 'Contradicts the answers' })
    await add('a')
    expect(world.fates).toEqual([['a', { is: 'refused', message: 'Contradicts the answers' }, false]])
    expect([kept(), box.$waiting.get()]).toEqual([[], []])
    await passed(600_000)
    expect(world.sent).toEqual(['a'])
  })

  it('is not sent while another learner is logged in, and is when its own is back', async () => {
    const { world, box, add, kept } = outboxScene()
    world.learner = 2
    await add('a')
    await passed(60_000)
    expect([world.sent, kept(), world.fates]).toEqual([[], ['a'], [waits('a')]])
    world.learner = 1
    await box.wake()
    expect([world.sent, kept()]).toEqual([['a'], []])
  })
})

describe('what cannot be sent', () => {
  it.each([
    ['the network is away', new Unreachable('')],
    ['the server is away', new ApiError(503, '')],
    ['the server is in trouble', new ApiError(500, '')],
    ['the server asks to wait', new ApiError(429, '')],
    ['the server does not answer in time', new DOMException('', 'TimeoutError')],
    ['the learner has to log in again', new ApiError(401, '')],
    ['a question rests during an exam', new ApiError(409, '', { code: 'resting' })],
  ])('is tried again, ever more slowly, while %s', async (_, trouble) => {
    const { world, box, add, kept } = outboxScene()
    world.trouble = trouble
    await add('a')
    expect([world.fates, kept(), box.$waiting.get()]).toEqual([[waits('a')], ['a'], ['a']])
    await passed(2_000)
    expect(world.sent).toHaveLength(2)
    await passed(4_999)
    expect(world.sent).toHaveLength(2)
    await passed(1)
    expect(world.sent).toHaveLength(3)
    await passed(113_000)
    expect([world.sent.length, world.fates.length]).toEqual([7, 1])
    world.trouble = undefined
    await passed(30_000)
    expect([kept(), world.sent.length, box.$waiting.get()]).toEqual([[], 8, []])
    expect(world.fates).toEqual([waits('a'), arrived('a', true)])
    await passed(600_000)
    expect(world.sent).toHaveLength(8)
  })

  it('has its pauses from the shortest on after something has arrived', async () => {
    const { world, add } = outboxScene()
    world.trouble = new Unreachable('')
    await add('a')
    await passed(60_000)
    world.trouble = undefined
    await passed(30_000)
    world.trouble = new Unreachable('')
    await add('b')
    world.trouble = undefined
    await passed(2000)
    expect([...world.stored]).toEqual(['a', 'b'])
  })

  it('whose reply was lost goes again by its name, and counts once', async () => {
    const { world, box, add, kept } = outboxScene()
    world.repliesLost = true
    await add('a')
    expect(world.fates).toEqual([waits('a')])
    world.repliesLost = false
    await box.wake()
    expect([world.sent, [...world.stored], kept()]).toEqual([['a', 'a'], ['a'], []])
  })

  it('leaves a server alone for the time it asked for', async () => {
    const { world, add } = outboxScene()
    world.trouble = new ApiError(503, '', { retryAfter: 20 })
    void add('a')
    await passed(19_000)
    expect(world.sent).toHaveLength(1)
    await passed(2000)
    expect(world.sent).toHaveLength(2)
  })

  it.each([
    ['the network is away', new Unreachable('')],
    ['the learner has to log in again', new ApiError(401, '')],
    ['the server asks to be left alone', new ApiError(429, '', { retryAfter: 5 })],
  ])('keeps the others waiting where %s', async (_, trouble) => {
    const { world, box } = outboxScene([by(1, 'a'), by(1, 'b')])
    world.trouble = trouble
    await box.resume()
    expect([world.sent, box.$waiting.get()]).toEqual([['a'], ['a', 'b']])
  })

  it('does not stand in the way of the others when it alone must wait longer, or is refused', async () => {
    const { world, box } = outboxScene([by(1, 'a'), by(1, 'b'), by(1, 'c')])
    world.troubles = { a: new ApiError(409, '', { code: 'resting' }), b: new ApiError(404, 'Gone') }
    await box.resume()
    expect([world.sent, box.$waiting.get()]).toEqual([['a', 'b', 'c'], ['a']])
    expect(world.fates).toEqual([['b', { is: 'refused', message: 'Gone' }, true], arrived('c', true)])
  })
})

it('is woken when the page is opened, when the network is back and when the page is looked at, until that ends', () => {
  const [window, document] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'hidden' })]
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  const asked: string[] = []
  const end = keepSending({ resume: async () => void asked.push('resume'), wake: async () => void asked.push('wake') })
  expect(asked).toEqual(['resume'])
  window.dispatchEvent(new Event('online'))
  expect(asked).toEqual(['resume', 'wake'])
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(2)
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toEqual(['resume', 'wake', 'wake'])
  end()
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(3)
})
