import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY } from '#lib/both/time/clock.ts'
import { TEST_START, testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { candidateOf } from '../../../../../tests/support/scenes/candidate.ts'
import { seedExam, type ExamToSeed } from '../../../../../tests/support/scenes/exam-fixture.ts'
import {
  getDistrictsAndCommunities,
  getRegistrationForm,
  registrationFields,
  submitRegistrationForm,
} from '../registration.contract.ts'

let api: TestApi
let districts: { kochi: number; gone: number }
let community: number

beforeAll(async () => {
  api = await testApi()
  const { db } = api.services
  const district = (district_name: string, position: number, retired = 0) =>
    db
      .insertInto('districts')
      .values({ district_name, position, retired })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) => id)
  await district('Wayanad', 2)
  districts = { kochi: await district('Ernakulam', 1), gone: await district('Malabar', 0, 1) }
  community = await db
    .insertInto('communities')
    .values({ category_name: 'General', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)
})

beforeEach(() => api.clock.set(TEST_START))

afterAll(() => api.close())

async function registrant(
  given: ExamToSeed = { registration: [...registrationFields] },
  profile: Parameters<TestApi['learner']>[0] = {},
) {
  const exam = await seedExam(api.services.db, given)
  const { token } = await api.learner(profile)
  return {
    ...candidateOf(api, exam, token),
    form: () => api.call(getRegistrationForm, { params: { examId: exam.id } }, { token }),
    register: (fields: object) =>
      api.call(submitRegistrationForm, { body: { exam_id: exam.id, ...fields } }, { token }),
    stored: () =>
      api.services.db
        .selectFrom('exam_registrations')
        .where('exam_id', '=', exam.id)
        .select('answers')
        .execute()
        .then((rows) => rows.map(({ answers }) => JSON.parse(answers) as Record<string, unknown>)),
  }
}

const complete = () => ({
  name_as_pre_psc: 'Asha Menon',
  dob: '2001-04-12',
  phone_number: '9000000001',
  reg_no: 'A-17',
  district_id: districts.kochi,
  community_id: community,
  exam_applied_district: districts.kochi,
})

describe('examregformlist', () => {
  test("tells which fields are asked, as 'true' and 'false'", async () => {
    const { form } = await registrant({ registration: ['dob', 'district_id'] })
    const { status, body } = await form()
    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      data: [
        {
          exam_froms: {
            name_as_pre_psc: 'false',
            dob: 'true',
            phone_number: 'false',
            reg_no: 'false',
            district_id: 'true',
            community_id: 'false',
            exam_applied_district: 'false',
          },
        },
      ],
    })
  })

  test("says what the learner's profile has of the fields that are asked, and of no others", async () => {
    const profile = { name: 'Asha Menon', birthday: '1999-01-31', phone: '9876543210' }
    const all = await registrant({ registration: [...registrationFields] }, profile)
    expect((await all.form()).body.data[0]!.from_profile).toEqual({
      name_as_pre_psc: 'Asha Menon',
      dob: '1999-01-31',
      phone_number: '9876543210',
    })
    const one = await registrant({ registration: ['dob', 'reg_no'] }, { birthday: '1999-01-31' })
    expect((await one.form()).body.data[0]!.from_profile).toEqual({ dob: '1999-01-31' })
  })

  test('of an exam that is not there is not found', async () => {
    const { form } = await registrant({ retired: true })
    expect((await form()).status).toBe(404)
  })
})

test('districtcommunity lists what can be chosen, in order', async () => {
  const { token } = await api.learner()
  const { body } = await api.call(getDistrictsAndCommunities, {}, { token })
  expect(body.district.map(({ district_name }) => district_name)).toEqual(['Ernakulam', 'Wayanad'])
  expect(body.community).toEqual([{ id: community, category_name: 'General' }])
})

describe('submitexamregform', () => {
  test('registers, so that the exam can be started', async () => {
    const { register, start, detail, stored } = await registrant()
    expect((await start()).body.code).toBe('registration_needed')
    const { status, body } = await register(complete())
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: true, success: true })
    expect((await detail()).body.data).toMatchObject({ is_reg_needed: 'Y', registered: true })
    expect(await stored()).toEqual([complete()])
    expect((await start()).status).toBe(200)
  })

  test('names every field that is missing', async () => {
    const { register, stored } = await registrant()
    const { status, body } = await register({})
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      name_as_pre_psc: 'Name is required',
      dob: 'Date of birth is required',
      phone_number: 'Phone number is required',
      reg_no: 'Registration number is required',
      district_id: 'District is required',
      community_id: 'Community is required',
      exam_applied_district: 'Applied District is required',
    })
    expect(await stored()).toEqual([])
  })

  test('an empty choice of a list is a missing one', async () => {
    const { register } = await registrant({ registration: ['district_id'] })
    expect((await register({ district_id: '' })).body.errors).toEqual({ district_id: 'District is required' })
  })

  test('looks only at the fields that are asked, and keeps only those', async () => {
    const { register, stored } = await registrant({ registration: ['reg_no'] })
    expect((await register({ reg_no: ' A-1 ', dob: 'never', phone_number: 'x', district_id: 424242 })).status).toBe(200)
    expect(await stored()).toEqual([{ reg_no: 'A-1' }])
  })

  test.each([
    ['dob', '2026-03-03', 'Date of birth cannot be a future date'],
    ['dob', '1899-12-31', 'Date of birth cannot be before 01-01-1900'],
    ['dob', '2001-02-30', 'Please enter a valid date of birth'],
    ['phone_number', '90000x', 'Phone number must have digits only'],
    ['phone_number', '98470 12345 / 94470 12345', 'Please enter only one phone number'],
  ])('refuses %s %s', async (field, value, message) => {
    const { register } = await registrant()
    const { status, body } = await register({ ...complete(), [field]: value })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ [field]: message })
  })

  test.each([
    ['+91 98470 12345', '9847012345'],
    ['\u202a+91 +91 98470 12345\u202c', '9847012345'],
    ['https://wa.me/919847012345', '9847012345'],
    ['9847012345/-', '9847012345'],
    ['൯൮൪൭൦ ൧൨൩൪൫', '9847012345'],
    ['+971 50 123 4567', '971501234567'],
    ['971501234567', '971501234567'],
    ['12345', '12345'],
  ])('stores the phone number %j as %s', async (phone_number, stored_number) => {
    const { register, stored } = await registrant({ registration: ['phone_number'] })
    expect((await register({ phone_number })).status).toBe(200)
    expect(await stored()).toEqual([{ phone_number: stored_number }])
  })

  test('counts the characters of a name as readers do', async () => {
    const { register } = await registrant({ registration: ['name_as_pre_psc'] })
    expect((await register({ name_as_pre_psc: 'നു'.repeat(200) })).status).toBe(200)
    expect((await register({ name_as_pre_psc: 'നു'.repeat(201) })).body.errors).toEqual({
      name_as_pre_psc: 'At most 200 characters',
    })
  })

  test('takes today in India as a birth date, when it is still yesterday in Greenwich', async () => {
    const { register } = await registrant({ registration: ['dob'], closesAt: TEST_START + 9 * DAY })
    api.clock.set(Date.UTC(2026, 2, 2, 19))
    expect((await register({ dob: '2026-03-03' })).status).toBe(200)
  })

  test('refuses choices that are not on the lists', async () => {
    const { register } = await registrant()
    const wrong = { district_id: districts.gone, community_id: 9999, exam_applied_district: 9999 }
    const { status, body } = await register({ ...complete(), ...wrong })
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['community_id', 'district_id', 'exam_applied_district'])
  })

  test('can be sent again, and corrected until the first attempt', async () => {
    const { register, start, stored } = await registrant()
    await register(complete())
    expect((await register(complete())).status).toBe(200)
    const corrected = { ...complete(), reg_no: 'A-18' }
    expect((await register(corrected)).status).toBe(200)
    expect(await stored()).toEqual([corrected])
    await start()
    expect((await register(corrected)).status).toBe(200)
    const late = await register(complete())
    expect(late.status).toBe(409)
    expect(late.body.code).toBe('already_started')
    expect(await stored()).toEqual([corrected])
  })

  test.each<[string, ExamToSeed, number, string]>([
    ['an exam that is not there', { registration: ['reg_no'], retired: true }, 404, 'not_found'],
    ['an exam that has ended', { registration: ['reg_no'], closesAt: TEST_START }, 409, 'ended'],
    ['an exam that asks for nothing', {}, 409, 'registration_not_needed'],
  ])('is refused for %s', async (_, given, status, code) => {
    const { register } = await registrant(given)
    const answer = await register({ reg_no: 'A-1' })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('is possible before the exam opens', async () => {
    const { register } = await registrant({
      registration: ['reg_no'],
      opensAt: TEST_START + DAY,
      closesAt: TEST_START + 2 * DAY,
    })
    expect((await register({ reg_no: 'A-1' })).status).toBe(200)
  })
})
