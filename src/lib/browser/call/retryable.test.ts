import { expect, it, vi } from 'vitest'
import { retryable } from './retryable.ts'

const address = 'https://padavu.example/_astro/Part.abc.js'
const failure = () => new TypeError(`Failed to fetch dynamically imported module: ${address}`)

it('asks for what failed under another address each time, as browsers remember a module that failed', async () => {
  const load = vi.fn(() => Promise.reject<string>(failure()))
  const again = vi.fn<(from: string) => Promise<string>>().mockRejectedValueOnce(failure()).mockResolvedValue('part')
  const lost = vi.fn()
  const part = retryable(load, again, lost)
  await expect(part()).rejects.toThrow('Failed to fetch')
  expect(lost, 'it may come yet').not.toHaveBeenCalled()
  await expect(part()).rejects.toThrow('Failed to fetch')
  expect(lost).toHaveBeenCalledTimes(1)
  expect(await part()).toBe('part')
  expect(await part(), 'once there, it stays').toBe('part')
  expect(load).toHaveBeenCalledTimes(1)
  expect(again.mock.calls).toEqual([[`${address}?again=1`], [`${address}?again=2`]])
})

it('loads once for all who ask at the same time, also after a failure', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('Importing a module script failed.'))
  load.mockResolvedValue('part')
  const part = retryable(load)
  await Promise.allSettled([part(), part()])
  expect(load).toHaveBeenCalledTimes(1)
  expect(await Promise.all([part(), part()]), 'a browser that names no address fetches again').toEqual(['part', 'part'])
  expect(load).toHaveBeenCalledTimes(2)
})
