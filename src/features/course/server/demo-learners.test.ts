import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#features/auth/server/sessions.ts'
import { testApi, type TestApi } from '../../../../tests/support/api/api.ts'
import { goOnAt } from '../course-page.rules.ts'
import { getMyCourse } from '../course.contract.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.importDemo()
})
afterAll(() => api.close())

/** The page of a demo course, as a demo learner gets it. */
async function pageOf(course: string, phone = '9000000001') {
  const { db } = api.services
  const user = await db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirstOrThrow()
  const token = await createSession(db, { userId: user.id, device: 'web', userAgent: '', now: api.clock.now() })
  const { id } = await db.selectFrom('courses').select('id').where('key', '=', course).executeTakeFirstOrThrow()
  return (await api.call(getMyCourse, { params: { id } }, { token })).body.page_content
}

test.each([
  ['psc-degree-prelims', 'Active', 'closedpymnt', 0],
  ['ssc-cgl-tier-1', 'Expired', 'closedpymnt', 0],
  ['bank-po', 'Expired', 'partialpymnt', 2360],
  ['psc-ldc-tests', 'Expired', 'partialpymnt', 0],
])('the first demo learner has %s: %s, %s, %d', async (course, courseStatus, payment_status, renewal_amount) => {
  expect(await pageOf(course)).toMatchObject({ courseStatus, payment_status, renewal_amount })
})

test('a demo learner without courses meets the same course as not purchased', async () => {
  expect(await pageOf('psc-degree-prelims', '9000000003')).toMatchObject({
    courseStatus: 'Not Purchased',
    payment_status: null,
    validity: null,
  })
})

test('a demo learner goes on after the chapter that the pack names last', async () => {
  expect(goOnAt(await pageOf('psc-degree-prelims'))).toMatchObject({
    kind: 'next',
    chapter: { title: 'Series, Analogy and Odd One Out' },
  })
})
