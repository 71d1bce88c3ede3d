import { expect, it } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import { registrationFields } from './registration.contract.ts'
import { fromProfile } from './registration.rules.ts'

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
