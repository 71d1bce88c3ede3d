import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { call, callIfChanged, serverNow, Unreachable } from './call.ts'
import { $session } from '../session/session.ts'
import { serverTime, timed } from '../server-time.ts'
import { HOUR, MINUTE, SECOND } from '../../both/time/clock.ts'
import { endpoint } from '../../both/calls/endpoint.ts'
import { ApiError } from '../../both/calls/errors.ts'

const declared = { method: 'GET', path: '/things', access: 'learner', summary: 'Things' } as const
const reply = z.object({ things: z.array(z.number()) })
const listThings = endpoint({ ...declared, reply })

const NOW = Date.parse('2026-11-20T10:00:00Z')
let requests: Request[]
let answer: () => Response

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  requests = []
  $session.set({ id: 1, token: 'secret' })
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

describe('what the page has asked for ahead', () => {
  const ask = (line: string, reply: Promise<Response>, token = 'secret') => {
    // Nobody may have come for it when it fails.
    reply.catch(() => {})
    vi.stubGlobal('askedAhead', [{ line, token, sent: 0, reply }])
  }
  const ahead = () => Promise.resolve(Response.json({ things: [1] }))

  beforeEach(() => {
    answer = () => Response.json({ things: [2] })
  })

  it('is the reply of the first who wants the same, and of nobody after', async () => {
    ask('GET /things', ahead())
    expect(await call(listThings)).toEqual({ things: [1] })
    expect(await call(listThings)).toEqual({ things: [2] })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['something else', 'GET /things?page=2', 'secret'],
    ['somebody else', 'GET /things', 'other'],
  ])('is no reply where it was asked for %s', async (_, line, token) => {
    ask(line, ahead(), token)
    expect(await call(listThings)).toEqual({ things: [2] })
  })

  it('is asked for again where the network lost it', async () => {
    ask('GET /things', Promise.reject(new TypeError('Failed to fetch')))
    expect(await call(listThings)).toEqual({ things: [2] })
  })

  it('is that of the same body alone', async () => {
    const addTo = endpoint({ ...declared, method: 'POST', body: z.object({ page: z.number() }), reply })
    ask('POST /things {"page":1}', ahead())
    expect(await call(addTo, { body: { page: 2 } })).toEqual({ things: [2] })
    expect(await call(addTo, { body: { page: 1 } })).toEqual({ things: [1] })
    expect(requests).toHaveLength(1)
  })

  it('tells the time of when it came, however late somebody wants it', async () => {
    const tellTime = endpoint({ ...declared, reply: z.object({ server_time: z.number() }) })
    const there = Response.json({ server_time: NOW + HOUR }, { headers: { date: new Date(NOW + HOUR).toUTCString() } })
    const began = performance.now()
    vi.stubGlobal('askedAhead', [
      { line: 'GET /things', token: 'secret', sent: began, came: began + 200, reply: Promise.resolve(there) },
    ])
    vi.advanceTimersByTime(20 * SECOND)
    await timed(() => call(tellTime))
    expect(Math.abs(serverNow() - (NOW + HOUR + 20 * SECOND))).toBeLessThan(SECOND)
    expect(serverTime.serverNow()).toBe(NOW + HOUR + 20 * SECOND - 100)
  })

  it('is refused as any other reply is', async () => {
    ask('GET /things', Promise.resolve(Response.json({ message: 'No' }, { status: 403 })))
    await expect(call(listThings)).rejects.toEqual(new ApiError(403, 'No'))
    expect(requests).toHaveLength(0)
  })
})

test('what a proxy says in the place of the server is no answer', async () => {
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  await expect(call(listThings)).rejects.toThrow(Unreachable)
  answer = () => Response.json({ message: 'Not now.', code: 'unavailable' }, { status: 502 })
  await expect(call(listThings)).rejects.toEqual(new ApiError(502, 'Not now.', { code: 'unavailable' }))
})

describe('a call that creates something', () => {
  const addThing = endpoint({
    method: 'POST',
    path: '/things',
    access: 'learner',
    creates: true,
    summary: 'Adds a thing',
    body: z.object({ name: z.string(), picture: z.optional(z.instanceof(File)) }),
    reply: z.object({ id: z.number() }),
  })
  const done = () => Response.json({ id: 1 })
  const failed = () => Response.json({ message: 'No' }, { status: 503 })
  const keys = () => requests.map(({ headers }) => headers.get('idempotency-key'))
  const add = (name: string, picture?: File) => call(addThing, { body: { name, picture } }).catch(() => undefined)

  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
      removeItem: (name: string) => kept.delete(name),
    })
  })

  it('has one name until it is answered, and another for the next', async () => {
    answer = () => {
      throw new TypeError('Failed to fetch')
    }
    await add('one')
    answer = failed
    await add('one')
    answer = done
    await add('one')
    await add('one')
    const [first, second, third, next] = keys()
    expect(first).toMatch(/^[\da-f]{32}$/)
    expect([second, third]).toEqual([first, first])
    expect(next).not.toBe(first)
  })

  it('has a name of its own, while others are under way, by all that it sends', async () => {
    answer = failed
    const picture = new File(['1'], 'a.png', { lastModified: 1 })
    const other = new File(['2'], 'a.png', { lastModified: 2 })
    for (const [name, file] of [['one'], ['two'], ['one', picture], ['one', other], ['one', picture]] as const)
      await add(name, file)
    expect(new Set(keys()).size).toBe(4)
    expect(keys()[4]).toBe(keys()[2])
  })

  it('that is refused leaves its name: what comes of the next try is known', async () => {
    answer = () => Response.json({ message: 'No' }, { status: 422 })
    await add('one')
    await add('one')
    expect(new Set(keys()).size).toBe(2)
  })

  it('keeps its name where the browser refuses storage, or another version left something else there', async () => {
    answer = failed
    sessionStorage.setItem('unanswered-requests', '[1, {"what": 2}]')
    await add('one')
    await add('one')
    vi.stubGlobal('sessionStorage', undefined)
    await add('one')
    await add('one')
    expect(new Set(keys()).size).toBe(1)
  })

  it('leaves nothing of what it sends in storage, which outlives a log-out', async () => {
    answer = failed
    await add('+919000000201')
    expect(keys()[0]).toBeTruthy()
    const stored = sessionStorage.getItem('unanswered-requests')
    expect(stored).toContain(keys()[0])
    expect(stored).not.toMatch(/9000000201|things/)
  })

  it('has a name of its own where requests differ by one character, or by the order of two', async () => {
    answer = failed
    const names = Array.from({ length: 60 }, (_, at) => `${'x'.repeat(at)}ab${'x'.repeat(60 - at)}`)
    for (const name of names.flatMap((each) => [each, each.replace('ab', 'ba')])) await add(name)
    expect(new Set(keys()).size).toBe(120)
  })

  it('is something new after a quarter of an hour: whoever says it again then means it', async () => {
    answer = failed
    await add('one')
    vi.advanceTimersByTime(15 * MINUTE - 1)
    await add('one')
    vi.advanceTimersByTime(1)
    await add('one')
    const [first, second, third] = keys()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('and only such a call has a name', async () => {
    answer = () => Response.json({ things: [] })
    await call(listThings)
    expect(keys()).toEqual([null])
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
