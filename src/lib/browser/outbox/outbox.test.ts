import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, invalid } from '../../both/calls/errors.ts'
import { Unreachable } from '../call/call.ts'
import type { Entry } from './kept-entries.ts'
import { keepSending, outbox, type Fate } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const by = (user: number, what: string): Entry<string> => ({ user, at: 0, what })

/** A server that answers as told, a device, and who is logged in on it. */
function setUp(left: Entry<string>[] = []) {
  const world = {
    trouble: undefined as unknown,
    /** Of one alone. */
    troubles: {} as Record<string, unknown>,
    /** The server stores it, and its reply is lost. */
    repliesLost: false,
    sent: [] as string[],
    stored: new Set<string>(),
    kept: left,
    writable: true,
    /** Its database hangs. */
    unread: false,
    learner: 1 as number | undefined,
    fates: [] as [what: string, fate: Fate<string>, late: boolean][],
  }
  const open = () =>
    outbox<string, string>({
      learner: () => world.learner,
      device: {
        read: async (learner) => (world.unread ? undefined : world.kept.filter(({ user }) => user === learner)),
        keep: async (entry) => {
          if (world.writable) world.kept = [...world.kept, entry]
          return world.writable
        },
        drop: async ({ what }) => (world.kept = world.kept.filter((other) => other.what !== what)),
      },
      nameOf: (what) => what,
      send: async (what) => {
        world.sent.push(what)
        const trouble = world.trouble ?? world.troubles[what]
        if (trouble) throw trouble
        world.stored.add(what)
        if (world.repliesLost) throw new Unreachable('')
        return `reply to ${what}`
      },
      onFate: (...told) => world.fates.push(told),
    })
  const box = open()
  return {
    world,
    open,
    box,
    /** @returns whether this device keeps it, when it has been tried */
    add: async (what: string, user = 1) => {
      const kept = await box.add(by(user, what))
      await settle()
      return kept
    },
    kept: () => world.kept.map(({ what }) => what),
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const waits = (what: string, onDevice = true) => [what, { is: 'waiting', onDevice }, false]
const arrived = (what: string, late = false) => [what, { is: 'sent', reply: `reply to ${what}` }, late]

describe('what is added', () => {
  it('is sent at once, and kept no longer than needed', async () => {
    const { world, add, kept } = setUp()
    const adding = add('a')
    expect([kept(), world.fates]).toEqual([['a'], []])
    expect(await adding).toBe(true)
    expect([kept(), world.sent, world.fates]).toEqual([[], ['a'], [arrived('a')]])
  })

  it('is on this device before it is sent, and no more after it has arrived', async () => {
    const { world, add, kept } = setUp()
    world.troubles.a = new Unreachable('')
    expect(await add('a')).toBe(true)
    expect([kept(), world.fates]).toEqual([['a'], [waits('a')]])
    world.troubles.a = new ApiError(500, '')
    await add('b')
    expect([kept(), [...world.stored], world.fates.at(-1)]).toEqual([['a'], ['b'], arrived('b')])
  })

  it('is sent after what waits already', async () => {
    const { world, add, box } = setUp()
    world.trouble = new Unreachable('')
    await add('a')
    expect(box.$waiting.get()).toEqual(['a'])
    world.trouble = undefined
    await add('b')
    expect([world.sent, box.$waiting.get()]).toEqual([['a', 'a', 'b'], []])
    expect(world.fates).toEqual([waits('a'), arrived('a', true), arrived('b')])
  })

  it('that this browser cannot keep, for want of room, is still sent later, and it is said', async () => {
    const { world, box, add } = setUp()
    world.writable = false
    world.trouble = new Unreachable('')
    expect(await add('a')).toBe(false)
    world.trouble = undefined
    await box.wake()
    expect(world.fates).toEqual([waits('a', false), arrived('a', true)])
  })

  it('that the server does not take is dropped, and its reason told', async () => {
    const { world, add, kept, box } = setUp()
    world.trouble = invalid({ count: 'Contradicts the answers' })
    await add('a')
    expect(world.fates).toEqual([['a', { is: 'refused', message: 'Contradicts the answers' }, false]])
    expect([kept(), box.$waiting.get()]).toEqual([[], []])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(world.sent).toEqual(['a'])
  })

  it('is not sent while another learner is logged in, and is when its own is back', async () => {
    const { world, box, add, kept } = setUp()
    world.learner = 2
    await add('a')
    await vi.advanceTimersByTimeAsync(60_000)
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
    const { world, box, add, kept } = setUp()
    world.trouble = trouble
    await add('a')
    expect([world.fates, kept(), box.$waiting.get()]).toEqual([[waits('a')], ['a'], ['a']])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(world.sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(world.sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(world.sent).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(113_000)
    expect([world.sent.length, world.fates.length]).toEqual([7, 1])
    world.trouble = undefined
    await vi.advanceTimersByTimeAsync(30_000)
    expect([kept(), world.sent.length, box.$waiting.get()]).toEqual([[], 8, []])
    expect(world.fates).toEqual([waits('a'), arrived('a', true)])
    await vi.advanceTimersByTimeAsync(600_000)
    expect(world.sent).toHaveLength(8)
  })

  it('has its pauses from the shortest on after something has arrived', async () => {
    const { world, add } = setUp()
    world.trouble = new Unreachable('')
    await add('a')
    await vi.advanceTimersByTimeAsync(60_000)
    world.trouble = undefined
    await vi.advanceTimersByTimeAsync(30_000)
    world.trouble = new Unreachable('')
    await add('b')
    world.trouble = undefined
    await vi.advanceTimersByTimeAsync(2000)
    expect([...world.stored]).toEqual(['a', 'b'])
  })

  it('whose reply was lost goes again by its name, and counts once', async () => {
    const { world, box, add, kept } = setUp()
    world.repliesLost = true
    await add('a')
    expect(world.fates).toEqual([waits('a')])
    world.repliesLost = false
    await box.wake()
    expect([world.sent, [...world.stored], kept()]).toEqual([['a', 'a'], ['a'], []])
  })

  it('leaves a server alone for the time it asked for', async () => {
    const { world, add } = setUp()
    world.trouble = new ApiError(503, '', { retryAfter: 20 })
    void add('a')
    await vi.advanceTimersByTimeAsync(19_000)
    expect(world.sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(world.sent).toHaveLength(2)
  })

  it.each([
    ['the network is away', new Unreachable('')],
    ['the learner has to log in again', new ApiError(401, '')],
    ['the server asks to be left alone', new ApiError(429, '', { retryAfter: 5 })],
  ])('keeps the others waiting where %s', async (_, trouble) => {
    const { world, box } = setUp([by(1, 'a'), by(1, 'b')])
    world.trouble = trouble
    await box.resume()
    expect([world.sent, box.$waiting.get()]).toEqual([['a'], ['a', 'b']])
  })

  it('does not stand in the way of the others when it alone must wait longer, or is refused', async () => {
    const { world, box } = setUp([by(1, 'a'), by(1, 'b'), by(1, 'c')])
    world.troubles = { a: new ApiError(409, '', { code: 'resting' }), b: new ApiError(404, 'Gone') }
    await box.resume()
    expect([world.sent, box.$waiting.get()]).toEqual([['a', 'b', 'c'], ['a']])
    expect(world.fates).toEqual([['b', { is: 'refused', message: 'Gone' }, true], arrived('c', true)])
  })
})

describe('what an earlier page left', () => {
  it('is sent in order, and tried at once when asked', async () => {
    const { world, box, kept } = setUp([by(1, 'a'), by(1, 'b')])
    world.trouble = new Unreachable('')
    await box.resume()
    expect(world.sent).toEqual(['a'])
    world.trouble = undefined
    await box.resume()
    expect([world.sent, kept()]).toEqual([['a', 'a', 'b'], []])
  })

  it('is sent for its own learner alone, and kept until that one is back', async () => {
    const { world, open, box, add, kept } = setUp([by(1, 'a'), by(2, 'other')])
    world.trouble = new Unreachable('')
    await box.resume()
    void add('b')
    await settle()
    world.trouble = undefined
    world.sent = []
    // Another tab logs somebody else in while this one still waits to try again.
    world.learner = 2
    await vi.advanceTimersByTimeAsync(600_000)
    await box.resume()
    await open().resume()
    expect([world.sent, kept()]).toEqual([['other'], ['a', 'b']])
    world.learner = undefined
    await box.resume()
    expect(world.sent).toEqual(['other'])
    world.learner = 1
    await open().resume()
    expect([world.sent, kept()]).toEqual([['other', 'a', 'b'], []])
  })

  it('is sent once, however often it is asked for, and each is told when all has been tried', async () => {
    const { world, box, kept } = setUp([by(1, 'a'), by(1, 'b')])
    await Promise.all([box.resume(), box.resume(), box.wake(), box.wake()])
    expect([world.sent, kept()]).toEqual([['a', 'b'], []])
    void box.resume()
    await box.wake()
    expect(world.sent).toEqual(['a', 'b'])
  })

  it('is sent by two tabs at once without harm: by the same names, so that it counts once', async () => {
    const { world, box, open, kept } = setUp([by(1, 'a'), by(1, 'b')])
    const other = open()
    await Promise.all([box.resume(), other.resume()])
    expect([[...world.stored], kept()]).toEqual([['a', 'b'], []])
    expect([box.$waiting.get(), other.$waiting.get()]).toEqual([[], []])
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

describe('when what earlier pages left cannot be read', () => {
  it('is read again until that succeeds, and sent once, also when several parts of a page ask for it', async () => {
    const { world, box } = setUp([by(1, 'left'), by(2, 'of another')])
    world.unread = true
    await Promise.all([box.resume(), box.resume()])
    expect(world.sent).toEqual([])
    world.unread = false
    await vi.advanceTimersByTimeAsync(5000)
    expect([world.sent, world.fates]).toEqual([['left'], [arrived('left', true)]])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(world.sent).toEqual(['left'])
  })

  it('does not hold up what is added meanwhile', async () => {
    const { world, box, add } = setUp([by(1, 'left')])
    world.unread = true
    await box.resume()
    await add('new')
    expect([...world.stored]).toEqual(['new'])
    world.unread = false
    await vi.advanceTimersByTimeAsync(5000)
    expect([...world.stored]).toEqual(['new', 'left'])
  })

  it('reads nothing more once nobody is logged in', async () => {
    const { world, box } = setUp([by(1, 'left')])
    world.unread = true
    await box.resume()
    world.learner = undefined
    world.unread = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(world.sent).toEqual([])
  })
})
