import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deleteAccount,
  endOtherSessions,
  endSession,
  getProfile,
  listSessions,
  sendDeletionCode,
  editProfile,
} from '#features/profile/profile.contract.ts'
import { listMyCourses } from '#features/catalogue/catalogue.contract.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { testWork } from '../../../../../tests/support/api/staff-work.ts'
import { sentBy } from '../../../../../tests/support/api/statements.ts'
import { registerNewUser } from '../../auth.contract.ts'
import { block } from '../block.ts'
import { BELIEVED, changingSessions, readAndRemember, recall, type KnownSession } from './known-sessions.ts'
import { createSession, SEEN_EVERY, SESSION_LIFE } from '../sessions.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})

afterAll(() => api.close())

const opens = async (token: string) => (await api.call(listMyCourses, {}, { token })).status

/** Another session of a learner. */
const anotherOf = (userId: number) =>
  createSession(api.services.db, { userId, device: 'web', userAgent: 'another', now: api.clock.now() })

/** How often the session of a caller is read. */
async function reads(work: () => Promise<unknown>): Promise<number> {
  return (await sentBy(api, work)).filter(({ sql }) => /from "sessions"/.test(sql)).length
}

describe('what was read of a session', () => {
  test('is believed for a second', async () => {
    const { token } = await api.learner()
    expect(await reads(() => opens(token))).toBe(1)
    api.clock.advance(BELIEVED - 1)
    expect(await reads(() => opens(token))).toBe(0)
    api.clock.advance(1)
    expect(await reads(() => opens(token))).toBe(1)
    // Also when the clock is put back.
    api.clock.advance(-BELIEVED)
    expect(await reads(() => opens(token))).toBe(1)
  })

  test('lets nobody in whose session has run out meanwhile', async () => {
    const { token } = await api.learner()
    const began = api.clock.now()
    api.clock.set(began + SESSION_LIFE - 1)
    expect(await opens(token)).toBe(200)
    api.clock.advance(1)
    expect(await opens(token)).toBe(401)
    api.clock.set(began)
  })

  test('keeps from noting nothing when it was used', async () => {
    const { token, user } = await api.learner()
    const seen = async () =>
      (await api.services.db.selectFrom('sessions').where('user_id', '=', user.id).select('last_seen_at').execute())[0]
        ?.last_seen_at
    api.clock.advance(SEEN_EVERY - SECOND / 2)
    expect(await opens(token)).toBe(200)
    const before = await seen()
    api.clock.advance(SECOND / 2)
    expect(await opens(token)).toBe(200)
    expect([before, await seen()]).toEqual([api.clock.now() - SEEN_EVERY, api.clock.now()])
  })

  test('is not what a stranger is: a token that comes to be is good at once', async () => {
    const { token, user } = await api.learner()
    await api.services.db.updateTable('sessions').set({ expires_at: 0 }).where('user_id', '=', user.id).execute()
    expect(await opens(token)).toBe(401)
    const expires_at = api.clock.now() + SECOND
    await api.services.db.updateTable('sessions').set({ expires_at }).where('user_id', '=', user.id).execute()
    expect(await opens(token)).toBe(200)
  })
})

describe('of what this process changes, the next call knows', () => {
  test('that another device has ended a session, or all others', async () => {
    const { token, user } = await api.learner()
    const [one, two] = [await anotherOf(user.id), await anotherOf(user.id)]
    for (const each of [token, one, two]) expect(await opens(each)).toBe(200)
    const { data } = (await api.call(listSessions, {}, { token: one })).body
    await api.call(endSession, { body: { id: data[0]!.id } }, { token })
    expect([await opens(token), await opens(one), await opens(two)]).toEqual([200, 401, 200])
    await api.call(endOtherSessions, {}, { token })
    expect([await opens(token), await opens(two)]).toEqual([200, 401])
  })

  test('that staff have blocked a learner', async () => {
    const { token, user } = await api.learner()
    expect(await opens(token)).toBe(200)
    const work = testWork(api.clock.now())
    await block(api.services.db, work, user.id, 'log-in')
    expect(await opens(token)).toBe(401)
  })

  test('that an account has ended', async () => {
    const { token } = await api.learner()
    await api.call(sendDeletionCode, {}, { token })
    const otp = api.codes.at(-1)!.code
    expect(await opens(token)).toBe(200)
    expect((await api.call(deleteAccount, { body: { otp } }, { token })).status).toBe(200)
    expect(await opens(token)).toBe(401)
  })

  test('that a profile is complete, and a new name', async () => {
    const { token, user } = await api.learner({ registered: false })
    expect(await opens(token)).toBe(403)
    const body = { mobile: user.phone, name: 'Anu', email: 'anu@example.org' }
    expect((await api.call(registerNewUser, { body }, { token })).status).toBe(200)
    expect(await opens(token)).toBe(200)
    await api.call(editProfile, { body: { name: 'Asha' } }, { token })
    expect((await api.call(getProfile, {}, { token })).body.data.user.name).toBe('Asha')
  })
})

describe('while something is changed', () => {
  let made = 0
  const session = (registrationCompleted = true): KnownSession => ({
    user: {
      id: 1,
      sessionId: 1,
      countryCode: '91',
      phone: '9812345670',
      name: 'Anu',
      role: 'learner',
      registrationCompleted,
    },
    seenAt: 0,
    expiresAt: SECOND,
    readAt: 0,
  })
  const remember = async (hash = `a hash of this test, ${++made}`, of = session()) => {
    await readAndRemember(hash, () => Promise.resolve(of))
    return hash
  }

  test('what is read is not remembered, nor what was known before', async () => {
    const known = await remember()
    expect(recall(known, 0)).toBeDefined()
    let during = ''
    await changingSessions(async () => {
      expect(recall(known, 0)).toBeUndefined()
      during = await remember()
    })
    expect(recall(during, 0)).toBeUndefined()
  })

  test('nor is what a read says that began before it was stored and ends after', async () => {
    let answer: (read: KnownSession) => void = () => {}
    const read = readAndRemember('a slow one', () => new Promise((resolve) => (answer = resolve)))
    await changingSessions(() => Promise.resolve())
    answer(session())
    expect(await read).toBeDefined()
    expect(recall('a slow one', 0)).toBeUndefined()
  })

  test('also when it is not known what became of it', async () => {
    const known = await remember()
    await expect(changingSessions(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
    expect(recall(known, 0)).toBeUndefined()
    expect(recall(await remember(), 0)).toBeDefined()
  })

  test('of a learner without a profile nothing is remembered, since another process may complete it', async () => {
    expect(recall(await remember(undefined, session(false)), 0)).toBeUndefined()
  })

  test('a read that fails is forgotten', async () => {
    await expect(readAndRemember('away', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(recall('away', 0)).toBeUndefined()
    expect(recall(await remember('away'), 0)).toBeDefined()
  })

  test('no more are remembered than connections', async () => {
    const first = await remember()
    for (let more = 0; more < 20_000; more += 1) await remember()
    expect(recall(first, 0)).toBeUndefined()
  })
})
