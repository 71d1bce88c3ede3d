import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { storageOver } from '../../../../tests/support/sitting/fake-storage.ts'
import { endpoint } from '../../both/calls/endpoint.ts'

const listThings = endpoint({
  method: 'GET',
  path: '/things',
  access: 'learner',
  summary: 'Things',
  reply: z.object({ things: z.array(z.number()) }),
})

// Before the imports: the persistent store looks for local storage once, when it is loaded.
const { kept } = vi.hoisted(() => {
  const kept = Object.create({ removeItem: (key: string) => delete kept[key] }) as Record<string, string>
  vi.stubGlobal('localStorage', kept)
  return { kept }
})

let authorized: (string | null)[]
let status: number
let left: string[]
let remembered: Map<string, string>

/** The client alone, as on a page that has loaded nothing else of the log-in. */
async function client(stored: string) {
  vi.resetModules()
  for (const key of Object.keys(kept)) delete kept[key]
  kept.user = stored
  return import('../call/call.ts')
}

beforeEach(() => {
  ;[authorized, status, left] = [[], 200, []]
  remembered = new Map()
  vi.stubGlobal('sessionStorage', storageOver(remembered))
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('location', {
    pathname: '/dashboard',
    search: '',
    hash: '#top',
    assign: (to: string) => void left.push(to),
  })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    authorized.push(new Headers(headers).get('authorization'))
    return Response.json({ things: [] }, { status })
  })
})
afterAll(() => void vi.unstubAllGlobals())

describe('a call on a page that loads nothing of the log-in', () => {
  it('is made for whoever this browser remembers', async () => {
    const { call } = await client('{"id":1,"token":"secret","name":"Anu"}')
    await call(listThings)
    expect(authorized).toEqual(['Bearer secret'])
  })

  it.each(['null', '{', '[]', '{"id":1}', '{"token":"secret"}'])('is a visitor’s where %s is kept', async (stored) => {
    const { call } = await client(stored)
    await call(listThings)
    expect(authorized).toEqual([null])
  })

  it('ends the log-in when its token is refused, and leaves for the next one', async () => {
    const { call } = await client('{"id":1,"token":"secret"}')
    status = 401
    await expect(call(listThings)).rejects.toMatchObject({ status: 401 })
    expect(left).toEqual(['/login'])
    expect(kept.user).toBeUndefined()
    expect(remembered.get('loginOrigin')).toBe('/dashboard#top')
    status = 200
    await call(listThings)
    expect(authorized).toEqual(['Bearer secret', null])
  })

  it('keeps second journals and all of the staff console when the log-in ends', async () => {
    const { call } = await client('{"id":1,"token":"secret"}')
    const staff = { 'padavu-staff': '{}', 'padavu-staff-ends': '{}', 'padavu-staff-draft:1:ticket:7': '1 "Dear Asha"' }
    Object.assign(kept, staff, { 'padavu-journal 1 7': '{}', contentSource: 'cc' })
    status = 401
    await expect(call(listThings)).rejects.toMatchObject({ status: 401 })
    expect({ ...kept }).toEqual({ ...staff, 'padavu-journal 1 7': '{}' })
  })
})
