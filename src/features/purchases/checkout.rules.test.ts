import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askAgainIn, FAILED_REFERENCE, messages, nextStep, type Happening, type Step } from './checkout.rules.ts'

const after = (...happenings: Happening[]) => happenings.reduce<Step>(nextStep, 'idle')

describe('the till', () => {
  it('makes an order, opens the window, verifies, and is done', () => {
    expect(after('buy')).toBe('ordering')
    expect(after('buy', 'opened')).toBe('paying')
    expect(after('buy', 'opened', 'paid')).toBe('verifying')
    expect(after('buy', 'opened', 'paid', 'granted')).toBe('done')
  })

  it('makes one order of a double click', () => {
    expect(after('buy', 'buy')).toBe('ordering')
    expect(after('buy', 'opened', 'buy')).toBe('paying')
  })

  it('keeps the window after a failed try, and lets a later success in it win', () => {
    expect(after('buy', 'opened', 'declined', 'declined')).toBe('paying')
    expect(after('buy', 'opened', 'declined', 'paid', 'granted')).toBe('done')
  })

  it('is free again after a dismissal, and lets a success count that is told after it', () => {
    expect(after('buy', 'opened', 'dismissed')).toBe('idle')
    expect(after('buy', 'opened', 'dismissed', 'paid')).toBe('verifying')
    expect(after('buy', 'opened', 'dismissed', 'granted')).toBe('done')
    expect(after('buy', 'opened', 'dismissed', 'buy', 'paid')).toBe('verifying')
    expect(after('buy', 'granted')).toBe('done')
    expect(after('buy', 'opened', 'granted')).toBe('done')
  })

  it('counts no dismissal once the window has said that it was paid', () => {
    expect(after('buy', 'opened', 'paid', 'dismissed')).toBe('verifying')
  })

  it('is free again when there is no order or no window', () => {
    expect(after('buy', 'refused')).toBe('idle')
  })

  it('waits for the truth when nobody said it, and when a learner comes back to a payment under way', () => {
    expect(after('buy', 'opened', 'paid', 'unclear')).toBe('confirming')
    expect(after('pending')).toBe('confirming')
    expect(after('pending', 'pending')).toBe('confirming')
    expect(after('pending', 'granted')).toBe('done')
    expect(after('pending', 'nothing')).toBe('idle')
    expect(after('pending', 'paid')).toBe('verifying')
    expect(after('buy', 'opened', 'paid', 'pending')).toBe('confirming')
  })

  it('does not take a learner from the window who pays again while the first payment is unclear', () => {
    expect(after('buy', 'opened', 'dismissed', 'buy', 'opened', 'pending')).toBe('paying')
  })

  it('stays done whatever comes late', () => {
    const late = fc.array(
      fc.constantFrom<Happening>(
        'buy',
        'opened',
        'refused',
        'declined',
        'paid',
        'dismissed',
        'granted',
        'pending',
        'nothing',
        'unclear',
      ),
    )
    fc.assert(
      fc.property(
        late,
        late,
        (before, after) => [...before, 'granted' as const, ...after].reduce<Step>(nextStep, 'idle') === 'done',
      ),
    )
  })
})

it('the till speaks in the words of document 1, section 8', () => {
  const { failed, scriptError, ...fixed } = messages
  expect(fixed).toEqual({
    badOrder: 'Invalid order details received from server.',
    cancelled: 'Payment was cancelled.',
    notVerified: 'Payment verification failed.',
    verifyError: 'Failed to verify payment.',
    orderError: 'Failed to create order.',
    error: 'Something went wrong.',
  })
  expect(failed('Razorpay')).toBe('Payment failed from Razorpay Please try again.')
  expect(scriptError('Razorpay')).toBe(
    'The checkout of Razorpay failed to load. Please check your connection and try again.',
  )
  expect(FAILED_REFERENCE).toBe('404')
})

describe('a payment that is being confirmed', () => {
  it('is asked about soon, then ever more rarely, and at least twice a minute', () => {
    expect([0, 1, 2].map(askAgainIn)).toEqual([2000, 3000, 4500])
    expect(askAgainIn(20)).toBe(30_000)
    for (let times = 0; times < 20; times += 1) {
      expect(askAgainIn(times + 1)).toBeGreaterThanOrEqual(askAgainIn(times))
      expect(askAgainIn(times)).toBeLessThanOrEqual(30_000)
    }
  })
})
