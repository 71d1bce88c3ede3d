import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECOND } from '#lib/both/time/clock.ts'
import { whenTouched } from './when-idle.ts'

const act = vi.fn()
let page: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('requestIdleCallback', (idle: () => void) => idle())
  vi.stubGlobal('document', { readyState: 'complete' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  act.mockReset()
})

test.each(['pointerdown', 'keydown'])('what can wait begins with a %s, once', (sign) => {
  whenTouched(act)
  expect(act).not.toHaveBeenCalled()
  for (let times = 0; times < 2; times++) page.dispatchEvent(new Event(sign))
  vi.advanceTimersByTime(60 * SECOND)
  expect(act).toHaveBeenCalledOnce()
})

test('or after ten seconds that nobody touches the page', () => {
  whenTouched(act)
  vi.advanceTimersByTime(10 * SECOND - 1)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  page.dispatchEvent(new Event('keydown'))
  expect(act).toHaveBeenCalledOnce()
})

test('and not at all once it is given up', () => {
  whenTouched(act)()
  page.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(60 * SECOND)
  expect(act).not.toHaveBeenCalled()
})
