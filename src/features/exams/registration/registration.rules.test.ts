import { describe, expect, it, test } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import { registrationFields, type RegistrationField } from './registration.contract.ts'
import { checkRegistration, fromProfile } from './registration.rules.ts'

const asha = { name: ' Asha Menon ', birthday: '1999-01-31', country_code: '91', phone: '9876543210' }
const now = indianTime(2026, 11, 22)

it('fills what the profile has as the form wants it', () => {
  expect(fromProfile(registrationFields, asha, now)).toEqual({
    name_as_pre_psc: 'Asha Menon',
    dob: '1999-01-31',
    phone_number: '9876543210',
  })
})

it('fills only what is asked, and nothing that the profile lacks', () => {
  expect(fromProfile(['dob', 'reg_no'], asha, now)).toEqual({ dob: '1999-01-31' })
  const unknown = { ...asha, name: null, birthday: null }
  expect(fromProfile(registrationFields, unknown, now)).toEqual({ phone_number: '9876543210' })
  expect(fromProfile(['name_as_pre_psc'], { ...asha, name: ' ' }, now)).toEqual({})
})

it('fills no date of birth that the form would refuse', () => {
  for (const birthday of ['2026-11-23', '1899-12-31', '31-01-1999', '2001-02-29']) {
    expect(fromProfile(['dob'], { ...asha, birthday }, now)).toEqual({})
  }
})

it('gives a number from abroad its calling code', () => {
  const abroad = { ...asha, country_code: '971', phone: '501234567' }
  expect(fromProfile(['phone_number'], abroad, now)).toEqual({ phone_number: '971501234567' })
})

describe('the exam registration form', () => {
  const now = indianTime(2026, 3, 2, 0, 10)
  const complete = {
    name_as_pre_psc: 'Asha Menon',
    dob: '2001-04-12',
    phone_number: '9000000001',
    reg_no: 'A-17',
    district_id: 1,
    community_id: 2,
    exam_applied_district: 3,
  }

  test('accepts a form with every field', () => {
    expect(checkRegistration(registrationFields, complete, now)).toEqual({})
  })

  test.each<[RegistrationField, string]>([
    ['name_as_pre_psc', 'Name is required'],
    ['dob', 'Date of birth is required'],
    ['phone_number', 'Phone number is required'],
    ['reg_no', 'Registration number is required'],
    ['district_id', 'District is required'],
    ['community_id', 'Community is required'],
    ['exam_applied_district', 'Applied District is required'],
  ])('asks for %s only when its flag is on', (field, message) => {
    for (const empty of ['', '  ', undefined]) {
      expect(checkRegistration([field], { ...complete, [field]: empty }, now)).toEqual({ [field]: message })
    }
    const others = registrationFields.filter((each) => each !== field)
    expect(checkRegistration(others, { ...complete, [field]: '' }, now)).toEqual({})
  })

  test.each([
    ['2026-03-02', undefined],
    ['2026-03-03', 'Date of birth cannot be a future date'],
    ['1900-01-01', undefined],
    ['1899-12-31', 'Date of birth cannot be before 01-01-1900'],
    ['0001-01-01', 'Date of birth cannot be before 01-01-1900'],
    ['2000-02-29', undefined],
    ['1999-02-29', 'Please enter a valid date of birth'],
    ['2000-13-01', 'Please enter a valid date of birth'],
    ['2000-00-10', 'Please enter a valid date of birth'],
    ['12-04-2001', 'Please enter a valid date of birth'],
    ['2001-4-12', 'Please enter a valid date of birth'],
  ])('a birth date of %s, ten past midnight in India on 2026-03-02: %s', (dob, message) => {
    expect(checkRegistration(['dob'], { dob }, now)).toEqual(message ? { dob: message } : {})
  })

  test.each(['98x', '98 76', '+9198', '९८', '9.8'])('a phone number has digits only, not %s', (phone) => {
    expect(checkRegistration(['phone_number'], { phone_number: phone }, now)).toEqual({
      phone_number: 'Phone number must have digits only',
    })
  })
})
