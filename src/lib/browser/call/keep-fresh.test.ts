import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE, SECOND } from '../../both/time/clock.ts'
import { keepFresh } from './keep-fresh.ts'

let page: EventTarget & { visibilityState: DocumentVisibilityState }
let browser: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const focus = () => browser.dispatchEvent(new Event('focus'))
const networkReturns = () => browser.dispatchEvent(new Event('online'))
const turn = (state: DocumentVisibilityState) => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

describe('keepFresh', () => {
  it('refreshes once when the page is looked at again, and not while it is hidden', () => {
    const refresh = vi.fn(async () => {})
    keepFresh(refresh)
    turn('hidden')
    focus()
    networkReturns()
    expect(refresh).not.toHaveBeenCalled()
    turn('visible')
    focus()
    expect(refresh).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(5 * SECOND)
    focus()
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('refreshes when the network returns, also right after a refresh that failed', async () => {
    const refresh = vi.fn(() => Promise.reject(new Error('offline')))
    keepFresh(refresh)
    focus()
    networkReturns()
    expect(refresh).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    focus()
    expect(refresh).toHaveBeenCalledTimes(3)
  })

  it('refreshes from time to time while it waits, only where the page is visible', () => {
    const refresh = vi.fn(async () => {})
    let waits = false
    keepFresh(refresh, { isDue: () => waits })
    vi.advanceTimersByTime(10 * MINUTE)
    expect(refresh).not.toHaveBeenCalled()
    waits = true
    vi.advanceTimersByTime(10 * MINUTE)
    const called = refresh.mock.calls.length
    expect(called).toBeGreaterThanOrEqual(7)
    expect(called).toBeLessThanOrEqual(14)
    page.visibilityState = 'hidden'
    vi.advanceTimersByTime(10 * MINUTE)
    expect(refresh).toHaveBeenCalledTimes(called)
  })

  it('ends with all of its listeners and timers', () => {
    const refresh = vi.fn(async () => {})
    const end = keepFresh(refresh, { isDue: () => true })
    end()
    focus()
    networkReturns()
    turn('visible')
    vi.advanceTimersByTime(10 * MINUTE)
    expect(refresh).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})
