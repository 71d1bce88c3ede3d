import { afterEach, expect, test, vi } from 'vitest'
import { alone } from '../../cluster/network.ts'

afterEach(() => void vi.restoreAllMocks())

/** Records what a run in a network namespace of its own does, in order. */
async function record({ isAllowed = true, canDownload = true, uid = 0 } = {}) {
  vi.spyOn(process, 'getuid').mockReturnValue(uid)
  const steps: string[] = []
  const prepare = async () => {
    steps.push('download')
    if (!canDownload) throw new Error('Packages cannot be had')
  }
  const spawn = (program: string, args: string[]) => {
    const isTrial = args.includes('true')
    steps.push(`${program} ${isTrial ? 'true' : 'the program'}`)
    return { status: isTrial && !isAllowed ? 1 : isTrial ? 0 : 5 }
  }
  const ended = await alone(prepare, spawn).catch((error: Error) => error.message)
  return { steps, ended }
}

test('downloads end before the program starts in a network namespace, which has no way out', async () => {
  expect(await record()).toEqual({ steps: ['unshare true', 'download', 'unshare the program'], ended: 5 })
})

test('a download that fails ends the run, and no namespace is made', async () => {
  expect(await record({ canDownload: false })).toEqual({
    steps: ['unshare true', 'download'],
    ended: 'Packages cannot be had',
  })
})

test('without the right to make namespaces the same process goes on, and downloads when it needs something', async () => {
  expect(await record({ isAllowed: false })).toEqual({ steps: ['unshare true'], ended: undefined })
  expect(await record({ uid: 1000 })).toEqual({ steps: [], ended: undefined })
})
