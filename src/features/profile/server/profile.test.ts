import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSession, SEEN_EVERY } from '#features/auth/server/sessions.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { imageMessages } from '#providers/images/uploaded-image.ts'
import { loseCommitAfterUpload } from '../../../../tests/support/api/lost-commit.ts'
import { testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { bomb, executable, fileOf, photo, svgWithScript } from '../../../../tests/support/packs/images.ts'
import { underWay } from '../../../../tests/support/api/under-way.ts'
import * as contract from '../profile.contract.ts'
import { editProfile } from './own-profile.ts'
import { changeAvatar } from './pictures.ts'

let api: TestApi
let me: TestLearner
let token: string

beforeAll(async () => {
  api = await testApi()
})

beforeEach(async () => {
  me = await api.learner({ name: 'Asha Menon', email: 'asha@example.org' })
  token = me.token
})

afterAll(() => api.close())

const profile = async () => (await api.call(contract.getProfile, {}, { token })).body.data.user

describe('my details', () => {
  const form = { name: 'Asha Menon', email: 'asha@example.org' }
  const save = (body: object) =>
    api.call(contract.editProfile, { body: { ...form, ...body } as typeof form }, { token })

  it('are shown as they are stored', async () => {
    expect(await profile()).toMatchObject({
      name: 'Asha Menon',
      phone: me.user.phone,
      activefrom: new Date(me.user.created_at).toISOString(),
      avatar: null,
      cover: null,
    })
  })

  it('change, and may be emptied where nothing is required', async () => {
    const { body } = await save({ name: ' Asha K ', birthday: '2001-02-03', city: 'Kochi', phone: me.user.phone })
    expect(body).toMatchObject({
      status: true,
      message: 'Profile updated successfully.',
      user: { name: 'Asha K', birthday: '2001-02-03', city: 'Kochi' },
    })
    expect(await profile()).toMatchObject({ name: 'Asha K', birthday: '2001-02-03', city: 'Kochi' })
    await save({ birthday: '', city: null })
    expect(await profile()).toMatchObject({ birthday: null, city: null })
  })

  it('stay as they are where they are left out', async () => {
    await save({ name: 'Asha K', birthday: '2001-02-03', city: 'Kochi' })
    const edit = (body: object) => api.call(contract.editProfile, { body }, { token })
    expect((await edit({ city: 'Kannur' })).body.user).toMatchObject({ birthday: '2001-02-03', city: 'Kannur' })
    expect((await edit({ birthday: null })).body.user).toMatchObject({ birthday: null, city: 'Kannur' })
    expect((await edit({ name: 'Asha' })).body.user).toMatchObject({ name: 'Asha', city: 'Kannur' })
    expect((await edit({})).body).toMatchObject({ status: true, user: { name: 'Asha', city: 'Kannur' } })
  })

  it.each([
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'asha' }, { email: 'Please enter a valid email address' }],
    [{ email: 'other@example.org' }, { email: 'The email address cannot be changed here' }],
    [{ phone: '9876543210' }, { phone: 'The phone number cannot be changed here' }],
    [{ birthday: '2126-01-01' }, { birthday: 'Date of birth cannot be a future date' }],
    [{ birthday: '1899-12-31' }, { birthday: 'Date of birth cannot be before 01-01-1900' }],
    [{ birthday: '2001-02-30' }, { birthday: 'Please enter a valid date of birth' }],
    [{ city: 'x'.repeat(61) }, { city: 'At most 60 characters' }],
    [{ name: '\u202e \n' }, { name: 'Name is required' }],
  ])('are refused by name: %j', async (wrong, errors) => {
    const { status, body } = await save(wrong)
    expect([status, body.errors]).toEqual([422, errors])
    expect(await profile()).toMatchObject({ name: 'Asha Menon', birthday: null, city: null })
  })

  it('are one line each, without marks that turn letters around on the pages of others', async () => {
    const { body } = await save({ name: 'Asha\n \u202eK\u2069', city: 'Fort\tKochi' })
    expect(body.user).toMatchObject({ name: 'Asha K', city: 'Fort Kochi' })
    // Joiners belong to letters.
    expect((await save({ name: 'അവന്\u200d' })).body.user.name).toBe('അവന്\u200d')
  })

  it('may hold the day of today as a birthday', async () => {
    const today = new Date(api.clock.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    expect((await save({ birthday: today })).status).toBe(200)
  })
})

describe('my pictures', () => {
  const avatar = async (bytes: Uint8Array, name?: string) =>
    api.call(contract.changeAvatar, { body: { avatar: fileOf(bytes, name) } }, { token })

  it('are stored, replaced and removed, and leave no file behind', async () => {
    const first = await avatar(await photo())
    expect(first).toMatchObject({ status: 200, body: { status: true, msg: 'Profile updated successfully.' } })
    const old = first.body.user.avatar!
    expect((await api.request(old)).headers.get('content-type')).toBe('image/webp')
    await avatar(await photo())
    expect((await api.request(old)).status).toBe(404)
    const current = (await profile()).avatar!
    expect((await api.request(current)).status).toBe(200)
    const { body } = await api.call(contract.changeCover, { body: { cover: fileOf(await photo()) } }, { token })
    expect(body.user).toMatchObject({ avatar: current, cover: expect.stringMatching(/^\/media\//) })
    await api.call(contract.removePicture, { body: { picture: 'avatar' } }, { token })
    expect(await profile()).toMatchObject({ avatar: null, cover: body.user.cover })
    expect((await api.request(current)).status).toBe(404)
    expect((await api.call(contract.removePicture, { body: { picture: 'avatar' } }, { token })).status).toBe(200)
  })

  it('stay where they were stored though the database was gone before it could say so', async () => {
    loseCommitAfterUpload(api)
    expect((await avatar(await photo())).status).toBe(503)
    expect((await api.request((await profile()).avatar!)).status).toBe(200)
  })

  it.each([
    ['a renamed executable', () => executable, imageMessages.kind],
    ['a drawing with a script', () => svgWithScript, imageMessages.kind],
    ['40 megapixels', bomb, imageMessages.pixels],
  ])('that are %s are refused by name and change nothing', async (_, make, message) => {
    await avatar(await photo())
    const before = (await profile()).avatar
    const { status, body } = await avatar(await make(), 'me.png')
    expect([status, body.message, body.errors]).toEqual([422, message, { avatar: message }])
    expect((await profile()).avatar).toBe(before)
  })

  it('must be files', async () => {
    const form = new FormData()
    form.set('avatar', 'text')
    const reply = await api.request('/api/v1/user/profile/avatar', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect([reply.status, ((await reply.json()) as { errors: object }).errors]).toEqual([
      422,
      { avatar: 'Must be an image file' },
    ])
  })

  it('may be larger than other bodies, but not without end', async () => {
    expect((await avatar(Buffer.alloc(2 * 1024 * 1024))).status).toBe(422)
    const { status, body } = await avatar(Buffer.alloc(12 * 1024 * 1024))
    expect([status, body.errors]).toEqual([413, { body: 'At most 11 MB' }])
  })

  it('and details stay empty where the account ended meanwhile, and the file goes', async () => {
    const { db } = api.services
    const ctx = await underWay(api, me)
    const { email } = await profile()
    await db.updateTable('users').set({ deleted_at: 1, name: 'Deleted account' }).where('id', '=', me.user.id).execute()
    const before = readdirSync(path.join(api.database.dataDir, 'media'))
    const late = { status: 401 }
    await expect(changeAvatar(ctx, { body: { avatar: fileOf(await photo()) } } as never)).rejects.toMatchObject(late)
    await expect(editProfile(ctx, { body: { name: 'Asha', email: email! } } as never)).rejects.toMatchObject(late)
    const row = await db.selectFrom('users').selectAll().where('id', '=', me.user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ name: 'Deleted account', avatar: null })
    expect(readdirSync(path.join(api.database.dataDir, 'media'))).toEqual(before)
  })

  it('uploaded twice at once leave one file', async () => {
    const both = await Promise.all([avatar(await photo()), avatar(await photo())])
    const kept = (await profile()).avatar
    const found = await Promise.all(both.map(({ body }) => api.request(body.user.avatar!)))
    expect(found.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect(both.map(({ body }) => body.user.avatar)).toContain(kept)
  })
})

describe('where I am logged in', () => {
  const elsewhere = (userAgent: string, userId = me.user.id) =>
    createSession(api.services.db, { userId, device: 'web', userAgent, now: api.clock.now() })
  const sessions = async () => (await api.call(contract.listSessions, {}, { token })).body.data
  const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

  it('is told in plain words, this device first', async () => {
    api.clock.advance(DAY)
    await elsewhere(android)
    expect(await sessions()).toMatchObject([
      { current: true, last_seen_at: api.clock.now() },
      { current: false, device: 'Chrome on Android', phone_sized: true, last_seen_at: api.clock.now() },
    ])
  })

  it('is known to about ten minutes', async () => {
    const start = api.clock.now()
    await sessions()
    api.clock.advance(SEEN_EVERY - 1)
    expect((await sessions())[0]!.last_seen_at).toBe(start)
    api.clock.advance(1)
    expect((await sessions())[0]!.last_seen_at).toBe(start + SEEN_EVERY)
  })

  it('can be ended, one device or all others: they get 401 at once', async () => {
    const [phone, tablet, desk] = [await elsewhere(android), await elsewhere('x'), await elsewhere('y')]
    const [, other] = await sessions()
    const works = async (their: string) => (await api.call(contract.getProfile, {}, { token: their })).status
    expect((await api.call(contract.endSession, { body: { id: other!.id } }, { token })).status).toBe(200)
    expect((await Promise.all([phone, tablet, desk].map(works))).toSorted()).toEqual([200, 200, 401])
    expect((await api.call(contract.endSession, { body: { id: other!.id } }, { token })).status).toBe(404)
    const { body } = await api.call(contract.endOtherSessions, {}, { token })
    expect(body.ended).toBe(2)
    expect(await Promise.all([phone, tablet, desk, token].map(works))).toEqual([401, 401, 401, 200])
    expect(await sessions()).toHaveLength(1)
  })

  it('is nobody else’s business', async () => {
    const other = await api.learner()
    const theirs = await api.services.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', other.user.id)
      .executeTakeFirstOrThrow()
    expect((await api.call(contract.endSession, { body: { id: theirs.id } }, { token })).status).toBe(404)
    await api.call(contract.endOtherSessions, {}, { token })
    expect((await api.call(contract.getProfile, {}, { token: other.token })).status).toBe(200)
  })
})
