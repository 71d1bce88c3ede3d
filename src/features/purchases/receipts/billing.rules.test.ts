import { describe, expect, it } from 'vitest'
import { billingErrors } from './billing.rules.ts'

const good = { name: 'Asha Menon', phone: '9000000001', email: 'asha@example.com' }

describe('billing details', () => {
  it('are right with a name, ten digits and an address', () => {
    expect(billingErrors(good)).toEqual({})
  })

  it('name each field that is missing', () => {
    expect(billingErrors({ name: ' ', phone: '', email: '' })).toEqual({
      name: 'Full name is required',
      phone: 'Phone number is required',
      email: 'Email is required',
    })
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
