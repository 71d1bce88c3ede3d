import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWork } from '#core/staff/staff-log.ts'
import { registerNewUser, registerOrLogin, verifyNewUser } from '#features/auth/auth.contract.ts'
import { learnersListed } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import type { CallInput } from '#lib/both/calls/endpoint.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../../tests/support/api/api.ts'
import { seedCourse } from '../../../../../../tests/support/scenes/catalogue-fixture.ts'
import { addLearner, grantCourses } from '../bulk.contract.ts'

let api: TestApi
let staff: TestStaff
let courseId: number
beforeAll(async () => {
  api = await testApi()
  staff = await api.staff('support')
  courseId = (await seedCourse(api.services.db, { title: 'Polity' })).id
})
afterAll(() => api.close())

let phones = 7_000_100_000
const nextPhone = () => String((phones += 1))

type Body = CallInput<typeof grantCourses>['body']
const bulk = (csv: string, given: Partial<Body> = {}, by = staff) =>
  api.call(
    grantCourses,
    {
      body: {
        course_id: courseId,
        csv,
        days: 30,
        new_learners: 'add',
        dry_run: false,
        reason: 'Admitted on 1 June',
        ...given,
      },
    },
    { staff: by },
  )
const accountsWith = (...of: string[]) =>
  api.services.db.selectFrom('users').selectAll().where('phone', 'in', of).orderBy('phone').execute()
const coursesOf = async (userId: number) =>
  (await api.services.db.selectFrom('enrolments').select('course_id').where('user_id', '=', userId).execute()).map(
    ({ course_id }) => course_id,
  )

describe('a file of people admitted today', () => {
  test('shows the name of each account, the names of the file that differ, and who is new', async () => {
    const asha = (await api.learner({ name: 'Asha Menon' })).user
    const binu = (await api.learner({ name: 'Binu' })).user
    const empty = (await api.learner({ registered: false })).user
    const fresh = nextPhone()
    const csv = `Name,Mobile\nA. Menon,${asha.phone}\nBabu,+91 ${binu.phone}\nCheri,${empty.phone}\nDevi,${fresh}\nElsa,0484 2345678\n`
    const { body } = await bulk(csv, { dry_run: true })
    expect(body).toMatchObject({ granted: 4, added: 1, extended: 0, list: { phone_column: 2, name_column: 1 } })
    expect(
      body.learners.map(({ line, name, listed_name, other_name }) => [line, listed_name, name, other_name]),
    ).toEqual([
      [2, 'A. Menon', 'Asha Menon', false],
      [3, 'Babu', 'Binu', true],
      [4, 'Cheri', null, false],
      [5, 'Devi', null, false],
    ])
    expect(body.learners.map(({ learner_id }) => learner_id)).toEqual([asha.id, binu.id, empty.id, null])
    expect(body.bad).toMatchObject([{ line: 6, why: 'landline' }])
    expect(await accountsWith(fresh)).toEqual([])
    const refused = await bulk(csv, { dry_run: true, new_learners: 'refuse' })
    expect(refused.body.bad).toMatchObject([
      { line: 5, why: 'no_account' },
      { line: 6, why: 'landline' },
    ])
  })

  test('has the course at the first log-in, with the name filled in, and no SMS is sent before', async () => {
    const [asha, binu] = [nextPhone(), nextPhone()]
    const sent = api.codes.length
    const { status, body } = await bulk(`Name,Phone\nAsha Menon,${asha}\n,${binu}\n`)
    expect([status, body.added, body.granted, body.message]).toEqual([
      200,
      2,
      2,
      'Granted to 2, of whom 2 are new, extended for 0',
    ])
    expect(api.codes).toHaveLength(sent)
    const [first, second] = await accountsWith(asha, binu)
    expect(first).toMatchObject({
      name: 'Asha Menon',
      registration_completed: 0,
      verified_at: null,
      last_logged_on: null,
    })
    expect(second).toMatchObject({ name: null })
    const logged = await api.call(registerOrLogin, {
      body: { mobile: asha, device: 'web', country_code: '91', include_watsup_otp: 'N' },
    })
    expect(logged.body).toMatchObject({ user_id: first!.id, user_exsist: false })
    const entered = await api.call(verifyNewUser, { body: { user_id: first!.id, otp: api.codes.at(-1)!.code } })
    expect(entered.body.user).toMatchObject({ name: 'Asha Menon', registration_completed: 'N' })
    const profile = { mobile: asha, name: 'Asha M Menon', email: 'asha@example.org' }
    const completed = await api.call(registerNewUser, { body: profile }, { token: entered.body.user.token })
    expect(completed.body.user).toMatchObject({ name: 'Asha M Menon', registration_completed: 'Y' })
    expect(await coursesOf(first!.id)).toEqual([courseId])
    const { entries } = await listWork(api.services.db, { userId: first!.id, page: 1 })
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ['access granted to many', 'Admitted on 1 June'],
      ['learners added', 'Admitted on 1 June'],
    ])
  })

  test('names an account that a code was requested for, and leaves a name that its learner has given', async () => {
    const empty = (await api.learner({ registered: false })).user
    const asha = (await api.learner({ name: 'Asha' })).user
    expect((await bulk(`Name,Phone\nBinu,${empty.phone}\nOther,${asha.phone}`)).body).toMatchObject({
      added: 0,
      granted: 2,
    })
    expect((await accountsWith(empty.phone))[0]).toMatchObject({ id: empty.id, name: 'Binu' })
    expect((await accountsWith(asha.phone))[0]).toMatchObject({ name: 'Asha' })
  })

  test('of two members of staff at once is added once', async () => {
    const list = Array.from({ length: 30 }, nextPhone)
    const both = await Promise.all([bulk(list.join('\n')), bulk([...list].reverse().join('\n'))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await accountsWith(...list)).toHaveLength(30)
  })

  test('names the same accounts in two lists at once, whatever their order', async () => {
    const [of, empty] = await Promise.all([
      seedCourse(api.services.db, { title: 'Economy' }),
      Promise.all(Array.from({ length: 400 }, () => api.learner({ registered: false }))),
    ])
    const list = empty.map(({ user }, at) => `Learner ${at},${user.phone}`)
    const csvOf = (rows: string[]) => ['Name,Phone', ...rows].join('\n')
    const other = await api.staff('owner')
    const both = await Promise.all([bulk(csvOf(list)), bulk(csvOf([...list].reverse()), { course_id: of.id }, other)])
    expect(both.map(({ status, body }) => [status, body.granted])).toEqual([
      [200, 400],
      [200, 400],
    ])
  })

  test('asks for the column, and does nothing before it is chosen', async () => {
    const [one, other] = [nextPhone(), nextPhone()]
    const csv = `Name,Mobile 1,Mobile 2\nAsha,${one},${other}\n`
    const asked = (await bulk(csv, { dry_run: true })).body
    expect(asked).toMatchObject({ granted: 0, learners: [], bad: [] })
    expect(asked.list).toMatchObject({ choose: 'phone_column', choices: [2, 3] })
    const refused = await bulk(csv)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { phone_column: 'Which column has the learners’ phone numbers: ‘Mobile 1’ or ‘Mobile 2’?' },
    ])
    expect((await bulk(csv, { phone_column: 3 })).body).toMatchObject({ granted: 1 })
    expect(await accountsWith(one, other)).toMatchObject([{ phone: other, name: 'Asha' }])
    await expect(learnersListed(api.services.db, csv)).rejects.toMatchObject({
      errors: { csv: expect.stringMatching(/‘Mobile 1’ or ‘Mobile 2’\? Please paste that column alone\.$/) },
    })
  })
})

describe('a learner is added by a form', () => {
  const add = (mobile: string | number, given: object = {}) =>
    api.call(
      addLearner,
      { body: { name: 'Asha Menon', mobile, course_id: courseId, days: 30, reason: 'Admitted', ...given } },
      { staff },
    )

  test('with name, phone and course, and without an SMS', async () => {
    const phone = nextPhone()
    const sent = api.codes.length
    const { status, body } = await add(`+91 ${phone.slice(0, 5)}-${phone.slice(5)}`)
    expect(status).toBe(200)
    const [account] = await accountsWith(phone)
    expect(account).toMatchObject({ id: body.learner_id, name: 'Asha Menon', registration_completed: 0 })
    expect(await coursesOf(body.learner_id)).toEqual([courseId])
    expect(api.codes).toHaveLength(sent)
    const { entries } = await listWork(api.services.db, { userId: body.learner_id, page: 1 })
    expect(entries.map(({ action }) => action)).toEqual(['access granted', 'learners added'])
  })

  test('unless somebody has the phone, who is named', async () => {
    const { user } = await api.learner({ name: 'Binu' })
    const { status, body } = await add(user.phone)
    expect([status, body.code]).toEqual([409, 'phone_taken'])
    expect(body.message).toBe(`This is the phone of Binu (learner ${user.id}). Open their page to grant a course.`)
    const phone = nextPhone()
    expect((await add(phone)).status).toBe(200)
    expect((await add(Number(phone))).status).toBe(409)
  })

  test.each([
    ['0484 2345678', 'This is a landline, which gets no SMS. Please enter a mobile number'],
    ['98470 12345 / 94470 12345', 'Please enter a valid phone number'],
    ['12345', 'Please enter a valid phone number'],
    ['', 'Please enter a phone number'],
  ])('not with the phone %j', async (mobile, says) => {
    expect((await add(mobile)).body.errors).toEqual({ mobile: says })
  })

  test('or not at all', async () => {
    const phone = nextPhone()
    expect((await add(phone, { course_id: 2_000_000_000 })).status).toBe(404)
    expect((await add(phone, { days: undefined, until: '2026-01-01' })).status).toBe(409)
    expect(await accountsWith(phone)).toEqual([])
  })
})
