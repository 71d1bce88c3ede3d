import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyCode } from '#features/auth/auth.contract.ts'
import { registerOrLogin } from '#features/auth/auth.contract.ts'
import { testApi, type TestApi, type TestLearner } from '../../../../tests/support/api/api.ts'
import { packImporter, smallPack } from '../../../../tests/support/packs/pack.ts'
import * as contract from '../dashboard.contract.ts'
import type { Splash } from '../dashboard.contract.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
  await packImporter(api.database)({
    ...smallPack(),
    'media/tall.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><path d="M0 0h9"/></svg>\n',
    'splashes.yaml': `- { key: second, image: media/thumb.svg, alt: Look, success: Thanks }
- { key: third, image: media/thumb.svg, portrait: media/tall.svg, alt: Look again, title: Come, text: All of you, success: Many thanks }
`,
  })
})
afterAll(() => api.close())

const stored = async ({ user }: TestLearner) =>
  (await api.services.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow())
    .marketing_splash_id

describe('the marketing splash', () => {
  test('is told to anyone, in the order of the content', async () => {
    const { body } = await api.call(contract.getAppBanner)
    expect(body.data.marketing_splash).toEqual([
      {
        id: 1,
        web_image: expect.stringMatching(/^\/media\//) as string,
        portrait_image: null,
        alt: 'Look',
        title: '',
        text: '',
        splash_success: 'Thanks',
      },
      {
        id: 2,
        web_image: expect.stringMatching(/^\/media\//) as string,
        portrait_image: expect.stringMatching(/^\/media\//) as string,
        alt: 'Look again',
        title: 'Come',
        text: 'All of you',
        splash_success: 'Many thanks',
      },
    ])
    const [, { web_image, portrait_image }] = body.data.marketing_splash as [unknown, Splash]
    expect(portrait_image).not.toBe(web_image)
  })

  test('is remembered once it is confirmed, and logged once however often that is told', async () => {
    const learner = await api.learner()
    const confirm = (id: number) => api.call(contract.logMarketingSplash, { params: { id } }, learner)
    expect((await confirm(1)).status).toBe(200)
    expect((await confirm(1)).status).toBe(200)
    expect(await stored(learner)).toBe(1)
    expect((await confirm(99)).status).toBe(404)
    const log = await api.services.db
      .selectFrom('activity_log')
      .select(['kind', 'target_id'])
      .where('user_id', '=', learner.user.id)
      .execute()
    expect(log).toEqual([{ kind: 'splash', target_id: 1 }])
  })
})

describe('the preference', () => {
  const create = (learner: TestLearner, body: object) =>
    api.call(contract.createPreference, { body: body as never }, learner)
  const offered = async ({ user }: TestLearner) => {
    const sent = await api.call(registerOrLogin, { body: { mobile: user.phone, country_code: '91' } })
    const { code: otp } = api.codes.at(-1)!
    return (await api.call(verifyCode, { body: { user_id: sent.body.user_id, otp } })).body.preferences
  }

  test('is asked for at log-in until it has been given', async () => {
    const learner = await api.learner()
    expect(await offered(learner)).toEqual({ psc: 'Kerala PSC' })
    expect((await create(learner, { options: ['psc'], course: 1, exam: 0 })).status).toBe(200)
    api.clock.advance(3_600_000)
    expect(await offered(learner)).toBeNull()
  })

  test('is the latest that was given', async () => {
    const learner = await api.learner()
    await create(learner, { options: ['psc'], course: 1, exam: 0 })
    await create(learner, { options: ['psc', 'psc'], course: 0, exam: '1' })
    const rows = await api.services.db
      .selectFrom('user_preferences')
      .select(['options', 'course', 'exam'])
      .where('user_id', '=', learner.user.id)
      .execute()
    expect(rows).toEqual([{ options: '["psc"]', course: 0, exam: 1 }])
  })

  test.each([
    ['options', 422, { options: ['other'], course: 1, exam: 1 }],
    ['course', 422, { options: ['psc'], course: 0, exam: 0 }],
    ['options', 422, { options: [], course: 1, exam: 1 }],
    ['exam', 422, { options: ['psc'], course: 1, exam: 2 }],
  ])('names %s where it is wrong', async (field, status, body) => {
    const answer = await create(await api.learner(), body)
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([status, [field]])
  })
})
