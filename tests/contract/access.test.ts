import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { SESSION_LIFE } from '#features/auth/server/sessions.ts'
import {
  accessScene,
  expiredToken,
  newToken,
  paid,
  revokedToken,
  secrets,
  type Actor,
  type Scene,
} from '../support/scenes/access-scene.ts'
import { generalCode } from '#lib/both/calls/error-codes.ts'
import { forSharedCaches } from '#http/shared-caches.ts'
import { callerOf } from '../support/api/caller-of.ts'
import { requestFor } from '../support/api/calls.ts'
import { expectSoundAnswer } from '../support/api/error-body.ts'
import { isPublicRead, nameOf, sampleInput } from '../support/api/sample.ts'
import { byToken, matrix, standings, type Standing } from './access-matrix.ts'

const all = routes.map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint }))

/** Those of staff have rows of their own (staff-access.test.ts). */
const calls = all
  .filter(({ endpoint }) => !endpoint.path.startsWith('/staff/'))
  .map((call) => ({ ...call, row: matrix[call.name]! }))

const withToken = calls.filter(({ endpoint }) => endpoint.access !== 'anyone')

let scene: Scene
let tokens: Record<Standing, () => Promise<string | undefined>>

beforeAll(async () => {
  scene = await accessScene()
  const [unknown, expired, revoked] = [
    randomBytes(32).toString('base64url'),
    await expiredToken(scene.api),
    await revokedToken(scene.api),
  ]
  const incomplete = await scene.api.learner({ registered: false })
  tokens = {
    anonymous: async () => undefined,
    unknown: async () => unknown,
    expired: async () => expired,
    revoked: async () => revoked,
    incomplete: () => newToken(scene.api, incomplete),
  }
})

afterAll(() => scene.api.close())

describe('the list of calls', () => {
  test('mounts each call once, and none where another answers for it', () => {
    const hidden = all.flatMap(({ name }, later) =>
      all
        .slice(0, later)
        .flatMap((earlier) => (answersFor(earlier.name, name) ? [`${name} behind ${earlier.name}`] : [])),
    )
    expect(hidden).toEqual([])
  })

  test('every call that is mounted has its row, and agrees with it on who may call', () => {
    const declared = Object.fromEntries(calls.map(({ name, endpoint }) => [name, endpoint.access]))
    expect(Object.fromEntries(Object.entries(matrix).map(([name, { access }]) => [name, access]))).toEqual(declared)
  })

  test.each(all)('$name answers', async ({ name, endpoint }) => {
    const caller = await callerOf(scene.api, endpoint)
    const response = await scene.api.request(...requestFor(endpoint, sampleInput(endpoint), caller))
    const body = await expectSoundAnswer(response, name)
    expect(response.status).not.toBe(401)
    expect(body.message).not.toBe('There is no such call')
    expect(response.headers.get('cache-control')).toBe(isPublicRead(endpoint) ? forSharedCaches : 'no-store')
  })

  test('an address that is no call is answered with 404', async () => {
    const response = await scene.api.request('/api/v1/no/such/call')
    expect(response.status).toBe(404)
    await expectSoundAnswer(response, 'no such call')
  })
})

/** What is sent, and a function that sends it with a token and tells the answer as the rows do. */
async function prepared({ name, endpoint, row }: (typeof calls)[number]) {
  const given = await row.input?.(scene)
  const input = sampleInput(endpoint)
  for (const part of ['params', 'query', 'body'] as const) Object.assign(input[part], given?.[part])
  return async (who: string, token: string | undefined) => {
    const response = await scene.api.request(...requestFor(endpoint, input, token ? { token } : {}))
    const body = await expectSoundAnswer(response, `${name} by ${who}`)
    // What the status says alone is not worth a word.
    const code = body.code === generalCode(response.status) ? undefined : body.code
    return { answer: code ? `${response.status} ${String(code)}` : response.status, text: JSON.stringify(body) }
  }
}

const heldBack = (texts: object, text: string) =>
  Object.entries(texts).flatMap(([name, secret]) => (text.includes(String(secret)) ? [name] : []))

describe('what the token alone decides', () => {
  test.each(calls)('$name', async (call) => {
    const send = await prepared(call)
    const answers: Partial<Record<Standing, unknown>> = {}
    for (const standing of standings) {
      const { answer, text } = await send(standing, await tokens[standing]())
      answers[standing] = answer
      expect(heldBack({ ...secrets, ...paid }, text), `told to ${standing}`).toEqual([])
    }
    const { owner } = call.row.expected
    const expected = Object.entries(byToken[call.row.access]).map(([standing, answer]) => [
      standing,
      answer === 'passes' ? (standing === 'incomplete' && call.row.incomplete) || owner : answer,
    ])
    expect(answers).toEqual(Object.fromEntries(expected))
  })
})

describe('what is due to whom', () => {
  const told = new Set<string>()

  test.each(calls)('$name', async (call) => {
    const { expected, open = [] } = call.row
    const send = await prepared(call)
    const answers: Partial<Record<Actor, unknown>> = {}
    // The owner comes last, and finds everything as it was whatever the others tried.
    for (const actor of ['stranger', 'unpaid', 'lapsed', 'owner'] as const) {
      // The call may have ended the session before.
      const { answer, text } = await send(actor, await newToken(scene.api, scene.actors[actor]))
      answers[actor] = answer
      if (actor === 'owner') for (const name of heldBack({ ...secrets, ...paid }, text)) told.add(name)
      else if (!open.includes(actor)) expect(heldBack(secrets, text), `told to the ${actor}`).toEqual([])
      if (actor === 'unpaid' || actor === 'lapsed') expect(heldBack(paid, text), `told to the ${actor}`).toEqual([])
    }
    expect(answers).toEqual(expected)
  })

  test('and everything that others are not told, the owner was', () => {
    expect([...told].sort()).toEqual(Object.keys({ ...secrets, ...paid }).sort())
  })
})

describe('a token that is not sent as it was given is refused with 401', () => {
  test.each(withToken)('$name', async ({ name, endpoint }) => {
    const { token } = scene.actors.stranger
    const refused: Record<string, string> = {
      'an empty header': '',
      'no token after the scheme': 'Bearer ',
      'another scheme': `Basic ${token}`,
      'a token without its scheme': token,
      'two tokens': `Bearer ${token} ${token}`,
      'a cut-off token': `Bearer ${token.slice(0, -1)}`,
      'a longer token': `Bearer ${token}A`,
      'a token with strange characters': `Bearer ' or 1=1 --`,
      'a very long token': `Bearer ${'x'.repeat(8000)}`,
    }
    for (const [what, authorization] of Object.entries(refused)) {
      const response = await scene.api.request(
        ...requestFor(endpoint, sampleInput(endpoint), { headers: { authorization } }),
      )
      expect(response.status, `${name} with ${what}`).toBe(401)
      await expectSoundAnswer(response, `${name} with ${what}`)
    }
  })

  test('and a token works until the moment it expires', async () => {
    const { api } = scene
    const { endpoint } = withToken.find((call) => call.endpoint.access === 'learner')!
    const { token } = await api.learner()
    const status = async () => (await api.request(...requestFor(endpoint, sampleInput(endpoint), { token }))).status
    const start = api.clock.now()
    api.clock.set(start + SESSION_LIFE - 1)
    expect(await status()).not.toBe(401)
    api.clock.set(start + SESSION_LIFE)
    expect(await status()).toBe(401)
    api.clock.set(start)
  })
})

/** True when requests meant for `later` would reach `earlier`, whose parameters take any text. */
function answersFor(earlier: string, later: string): boolean {
  const mine = earlier.split('/')
  const theirs = later.split('/')
  return (
    mine.length === theirs.length && mine.every((segment, at) => /^\{.*\}$/.test(segment) || segment === theirs[at])
  )
}
