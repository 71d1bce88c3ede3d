import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { installWorker } from './install-worker.ts'

const register = vi.fn<() => Promise<void>>()
let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('navigator', { serviceWorker: { register } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  register.mockReset()
})

const online = async () => {
  page.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(register.mock.settledResults.every(({ type }) => type !== 'incomplete')).toBe(true))
}

test('a worker that the network lost is asked for again when the network is back, until it is installed', async () => {
  register.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new TypeError('Again'))
  register.mockResolvedValue()
  installWorker('/worker.js')
  for (let times = 0; times < 4; times++) await online()
  expect(register).toHaveBeenCalledTimes(3)
  expect(register).toHaveBeenLastCalledWith('/worker.js')
})

test('and so is one whose loss is noticed only after the network is back', async () => {
  let lose = () => {}
  register.mockReturnValueOnce(new Promise((_, reject) => (lose = () => reject(new TypeError('Failed to fetch')))))
  register.mockResolvedValue()
  installWorker('/worker.js')
  page.dispatchEvent(new Event('online'))
  lose()
  await vi.waitFor(() => expect(register.mock.settledResults).toHaveLength(2))
  expect(register).toHaveBeenLastCalledWith('/worker.js')
})
