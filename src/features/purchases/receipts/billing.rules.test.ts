import { describe, expect, it } from 'vitest'
import { billingErrors, billingOf } from './billing.rules.ts'

const good = { name: 'Asha Menon', phone: '9000000001', email: 'asha@example.com' }

describe('billing details', () => {
  it('are right with a name, ten digits and an address', () => {
    expect(billingErrors(good)).toEqual({})
    expect(billingErrors({ name: good.name, phone: ` ${good.phone} `, email: ` ${good.email} ` })).toEqual({})
  })

  it('name each field that is missing', () => {
    expect(billingErrors({ name: ' ', phone: ' ', email: ' ' })).toEqual({
      name: 'Full name is required',
      phone: 'Phone number is required',
      email: 'Email is required',
    })
  })

  it('are those of the learner, and what the learner never gave is missing', () => {
    expect(billingOf({ ...good, country_code: '91' })).toEqual({ billing: good, errors: {} })
    expect(billingOf({ name: null, email: null })).toEqual({
      billing: { name: '', phone: '', email: '' },
      errors: {
        name: 'Full name is required',
        phone: 'Phone number is required',
        email: 'Email is required',
      },
    })
    expect(billingOf({ ...good, phone: '501234567', country_code: '971' }).errors).toEqual({})
    expect(billingOf({ ...good, phone: '501234567' }).errors).toHaveProperty('phone')
  })

  it.each(['900000000', '90000000012', '90000 00001', '90000-0000'])('take no %s for a phone number', (phone) => {
    expect(billingErrors({ ...good, phone })).toEqual({ phone: 'Please enter a valid 10-digit phone number' })
  })

  it('let a learner buy whose number is of another country and has another length', () => {
    expect(billingErrors({ ...good, phone: '501234567' }, '971')).toEqual({})
  })

  it.each(['asha', 'asha@', 'asha@example'])('take no %s for an address', (email) => {
    expect(billingErrors({ ...good, email })).toEqual({ email: 'Please enter a valid email address' })
  })
})
