import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { call, callIfChanged, serverNow, setCallHooks } from './call.ts'
import { endpoint } from './endpoint.ts'
import { ApiError } from './errors.ts'

const listThings = endpoint({
  method: 'GET',
  path: '/things',
  access: 'learner',
  summary: 'Things',
  reply: z.object({ things: z.array(z.number()) }),
})

const NOW = Date.parse('2026-11-20T10:00:00Z')
let requests: Request[]
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  requests = []
  setCallHooks({ token: () => 'secret', unauthorized: () => {} })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(new Request(`http://localhost${path}`, init))
    return answer()
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a call that is asked again and again', () => {
  it('names the version it has, and brings the next one', async () => {
    answer = () => Response.json({ things: [1] }, { headers: { etag: 'W/"2"' } })
    expect(await callIfChanged(listThings, {}, undefined)).toEqual({ reply: { things: [1] }, etag: 'W/"2"' })
    expect(requests[0]!.headers.has('if-none-match')).toBe(false)
    await callIfChanged(listThings, {}, 'W/"1"')
    expect(requests[1]!.headers.get('if-none-match')).toBe('W/"1"')
    expect(requests[1]!.headers.get('authorization')).toBe('Bearer secret')
  })

  it('brings nothing when the version is still the same', async () => {
    answer = () => new Response(null, { status: 304 })
    expect(await callIfChanged(listThings, {}, 'W/"1"')).toBeUndefined()
  })

  it('fails like any other call', async () => {
    answer = () => Response.json({ message: 'No' }, { status: 403 })
    await expect(callIfChanged(listThings, {}, 'W/"1"')).rejects.toEqual(new ApiError(403, 'No'))
  })
})

describe("the server's time", () => {
  const answerAt = (instant: number) => {
    answer = () => Response.json({ things: [] }, { headers: { date: new Date(instant).toUTCString() } })
    return call(listThings)
  }

  it('is learned from the last reply, whatever the device says', async () => {
    await answerAt(NOW + 3_600_000)
    expect(Math.abs(serverNow() - (NOW + 3_600_000))).toBeLessThan(1000)
    vi.setSystemTime(NOW + 60_000)
    expect(Math.abs(serverNow() - (NOW + 3_660_000))).toBeLessThan(1000)
  })

  it("is the device's where they agree to the second, and where the reply says nothing", async () => {
    await answerAt(NOW + 900)
    expect(serverNow()).toBe(NOW)
    answer = () => Response.json({ things: [] })
    await call(listThings)
    expect(serverNow()).toBe(NOW)
  })
})
