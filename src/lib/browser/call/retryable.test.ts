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
  expect(lost.mock.calls).toEqual([[true]])
  expect(await part()).toBe('part')
  expect(lost.mock.calls, 'nothing is lost any more').toEqual([[true], [false]])
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

it('takes back that a part of the page is lost once it is there, but not that a script of the page is', async () => {
  const dataset: DOMStringMap = {}
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { dataset } })
  const lose = async () => {
    const again = vi.fn<() => Promise<string>>().mockRejectedValueOnce(failure()).mockResolvedValue('part')
    const part = retryable(() => Promise.reject<string>(failure()), again)
    await Promise.allSettled([part()])
    await Promise.allSettled([part()])
    expect(dataset).toHaveProperty('lost')
    return part
  }
  await (
    await lose()
  )()
  expect(dataset).toEqual({})
  const part = await lose()
  dataset.lost = ''
  await part()
  expect(dataset).toEqual({ lost: '' })
  vi.unstubAllGlobals()
})
