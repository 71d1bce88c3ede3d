import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../both/calls/errors.ts'
import { Unreachable } from './call.ts'
import { loading, type LoadingOptions } from './loading.ts'

interface Sent {
  input: number
  signal: AbortSignal
  answer: (shown: string) => Promise<void>
  fail: (error: unknown) => Promise<void>
}

let sent: Sent[]
let browser: EventTarget
/** How many wait for the network. */
let listening: number

beforeEach(() => {
  sent = []
  browser = new EventTarget()
  listening = 0
  const waiting = new Set<() => void>()
  const count = (change: 'add' | 'delete', listener: () => void) => {
    waiting[change](listener)
    listening = waiting.size
  }
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => {
    browser.addEventListener(name, listener)
    count('add', listener)
  })
  vi.stubGlobal('removeEventListener', (name: string, listener: () => void) => {
    browser.removeEventListener(name, listener)
    count('delete', listener)
  })
})

afterEach(() => vi.unstubAllGlobals())

/** Lets what has been answered arrive. */
const arrived = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A loader whose requests the test answers. Like `call`, a request that is given up fails. */
function loader<Missing extends boolean = false>(options?: LoadingOptions<number, Missing>) {
  return loading((input: number, signal: AbortSignal) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason))
    sent.push({
      input,
      signal,
      answer: (shown) => (resolve(shown), arrived()),
      fail: (error) => (reject(error), arrived()),
    })
    return promise
  }, options)
}

const networkReturns = () => browser.dispatchEvent(new Event('online'))

describe('what is opened', () => {
  it('is loading until the call has answered, and shown then', async () => {
    const { $state, open } = loader()
    expect(sent).toHaveLength(0)
    open(1)
    expect([sent[0]!.input, $state.get()]).toEqual([1, { is: 'loading' }])
    await sent[0]!.answer('one')
    expect($state.get()).toEqual({ is: 'shown', shown: 'one' })
  })

  it('says that it failed, why, and whether there was no server', async () => {
    const onFailed = vi.fn()
    const { $state, open } = loader({ onFailed })
    const [gone, refused] = [new Unreachable('gone'), new ApiError(404, 'No')]
    open(1)
    await sent[0]!.fail(gone)
    expect($state.get()).toEqual({ is: 'failed', unreachable: true, error: gone })
    open(2)
    await sent[1]!.fail(refused)
    expect($state.get()).toEqual({ is: 'failed', unreachable: false, error: refused })
    expect(onFailed.mock.calls).toEqual([
      [gone, 1],
      [refused, 2],
    ])
  })

  it('is missing where the call may find nothing and says so, which is no failure', async () => {
    const onFailed = vi.fn()
    const { $state, open } = loader({ mayMiss: true, onFailed })
    open(1)
    await sent[0]!.fail(new ApiError(404, 'No'))
    expect($state.get()).toEqual({ is: 'missing' })
    networkReturns()
    expect(sent).toHaveLength(1)
    expect(onFailed).not.toHaveBeenCalled()
  })

  it('is asked for once by all who open it, and again by who comes after them', async () => {
    const { $state, open, isOf } = loader()
    const leave = [open(1), open(1)]
    await sent[0]!.answer('one')
    leave[0]!()
    expect([sent.length, isOf(1), $state.get().is]).toEqual([1, true, 'shown'])
    leave[1]!()
    expect(isOf(1)).toBe(false)
    open(1)
    expect([sent.length, isOf(1), $state.get().is]).toEqual([2, true, 'loading'])
  })

  it('is there at once where it is kept, unless it is another', async () => {
    const { $state, open, isOf } = loader({ keeps: 'instead' })
    const leave = open(1)
    await sent[0]!.answer('one')
    leave()
    expect(isOf(1)).toBe(true)
    const leaveAgain = open(1)
    expect([sent.length, $state.get()]).toEqual([1, { is: 'shown', shown: 'one' }])
    leaveAgain()
    open(2)
    expect([sent.length, $state.get().is, isOf(1), isOf(2)]).toEqual([2, 'loading', false, true])
  })

  it('is there at once and asked for anew where it is kept for the time between', async () => {
    const { $state, open } = loader({ keeps: 'meanwhile' })
    const leave = open(1)
    await sent[0]!.answer('one')
    leave()
    open(1)
    expect([sent.length, $state.get()]).toEqual([2, { is: 'shown', shown: 'one' }])
    await sent[1]!.answer('one, later')
    expect($state.get()).toEqual({ is: 'shown', shown: 'one, later' })
  })

  it('is not kept where asking anew fails: who opens it is told, and it comes when the network returns', async () => {
    const { $state, open } = loader({ keeps: 'meanwhile' })
    const leave = open(1)
    await sent[0]!.answer('one')
    leave()
    open(1)
    await sent[1]!.fail(new Unreachable('gone'))
    expect($state.get()).toMatchObject({ is: 'failed', unreachable: true })
    networkReturns()
    await sent[2]!.answer('one, later')
    expect($state.get()).toEqual({ is: 'shown', shown: 'one, later' })
  })

  it('is asked for anew when the network returns while the first request hangs', async () => {
    const { $state, open } = loader()
    open(1)
    networkReturns()
    expect([sent.length, sent[0]!.signal.aborted]).toEqual([2, true])
    await sent[1]!.answer('one')
    expect($state.get()).toEqual({ is: 'shown', shown: 'one' })
  })
})

describe('what is left', () => {
  it('is given up, and not shown when it comes after all', async () => {
    const { $state, open } = loader()
    open(1)()
    expect(sent[0]!.signal.aborted).toBe(true)
    await sent[0]!.answer('one')
    expect($state.get()).toEqual({ is: 'loading' })
  })

  it('is not shown either where the call knows nothing of being given up', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { $state, open } = loading(() => promise)
    open(1)()
    resolve('one')
    await arrived()
    expect($state.get()).toEqual({ is: 'loading' })
  })

  it('gives way to what is asked for instead, whichever answers last', async () => {
    const { $state, open } = loader()
    const leave = open(1)
    open(2)
    leave()
    await sent[1]!.answer('two')
    await sent[0]!.answer('one')
    expect([sent[0]!.signal.aborted, sent[1]!.signal.aborted]).toEqual([true, false])
    expect($state.get()).toEqual({ is: 'shown', shown: 'two' })
  })

  it('is not asked for when the network is back', async () => {
    const { open } = loader()
    const leave = open(1)
    await sent[0]!.fail(new Unreachable('gone'))
    leave()
    networkReturns()
    expect([sent.length, listening]).toEqual([1, 0])
  })
})

describe('what failed', () => {
  it('is asked for again when the network is back, and when the learner says so', async () => {
    const { $state, open, again } = loader()
    open(1)
    await sent[0]!.fail(new Unreachable('gone'))
    networkReturns()
    expect([sent.length, $state.get()]).toEqual([2, { is: 'loading' }])
    await sent[1]!.fail(new ApiError(500, 'Oh'))
    const asked = again()
    expect([sent.length, $state.get()]).toEqual([3, { is: 'loading' }])
    // Whoever presses twice is answered once.
    void again()
    expect([sent[2]!.signal.aborted, sent.length]).toEqual([true, 4])
    await sent[3]!.answer('one')
    await asked
    expect($state.get()).toEqual({ is: 'shown', shown: 'one' })
    networkReturns()
    expect(sent).toHaveLength(4)
  })
})

describe('what is shown', () => {
  it('stays while it is asked for anew, and when that fails', async () => {
    const onFailed = vi.fn()
    const { $state, open, refresh } = loader({ onFailed })
    open(1)
    await sent[0]!.answer('one')
    const first = refresh()
    expect($state.get()).toEqual({ is: 'shown', shown: 'one' })
    await sent[1]!.answer('one, later')
    expect([await first, $state.get()]).toEqual(['one, later', { is: 'shown', shown: 'one, later' }])
    const second = refresh()
    const trouble = new Unreachable('gone')
    void sent[2]!.fail(trouble)
    await expect(second).rejects.toBe(trouble)
    expect($state.get()).toEqual({ is: 'shown', shown: 'one, later' })
    expect(onFailed).not.toHaveBeenCalled()
  })

  it('is the answer to the latest of several requests', async () => {
    const { $state, open, refresh } = loader()
    open(1)
    await sent[0]!.answer('one')
    const both = [refresh(), refresh()]
    await sent[2]!.answer('new')
    await sent[1]!.answer('old')
    expect([await Promise.all(both), $state.get()]).toEqual([['old', 'new'], { is: 'shown', shown: 'new' }])
  })

  it('can be changed; what is loading cannot', async () => {
    const { $state, open, change } = loader()
    open(1)
    change((shown) => `${shown}!`)
    expect($state.get()).toEqual({ is: 'loading' })
    await sent[0]!.answer('one')
    change((shown) => `${shown}!`)
    expect($state.get()).toEqual({ is: 'shown', shown: 'one!' })
    const before = $state.get()
    change((shown) => shown)
    expect($state.get()).toBe(before)
  })

  it('is asked for aloud where nothing is shown', async () => {
    const { $state, open, refresh } = loader()
    open(1)
    await sent[0]!.fail(new ApiError(500, 'Oh'))
    const asked = refresh()
    expect($state.get()).toEqual({ is: 'loading' })
    await sent[1]!.answer('one')
    expect(await asked).toBe('one')
  })
})

it('nothing is asked for where nothing is open', async () => {
  const { again, refresh } = loader()
  await again()
  await expect(refresh()).rejects.toThrow()
  expect(sent).toHaveLength(0)
})
