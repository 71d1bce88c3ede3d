import { describe, expect, test } from 'vitest'
import { DAY, indianTime } from '#lib/both/time/clock.ts'
import {
  completePeriods,
  getAccessEnd,
  getEndAfterRevocation,
  isComplete,
  listDaysLeft,
  type AccessEvent,
  type AccessPeriod,
} from './access.rules.ts'
import { validUntil } from '../../purchases.rules.ts'

const start = indianTime(2026, 11, 20, 12)
/** The end of the day that is `days` after the first. */
const day = (days: number) => validUntil(start, days)
const at = (days: number) => start + days * DAY

const period = (given: Partial<AccessPeriod>): AccessPeriod => ({
  ...{ kind: 'grant', payment_id: null, days: null, until: null, given_at: start, given_by: null, revoked_at: null },
  ...given,
})
const paid = (days: number, given_at = start, payment_id = 1) => period({ kind: 'payment', days, given_at, payment_id })
const extension = (days: number, given_at: number) => period({ kind: 'extension', days, given_at })
const revoked = (given: AccessPeriod) => ({ ...given, revoked_at: at(10) })

describe('the end of access', () => {
  test.each<[string, AccessPeriod[], number | null]>([
    ['is not known without periods', [], null],
    ['is that of a payment', [paid(30)], day(30)],
    ['counts days from the end before them', [paid(30), extension(10, at(5))], day(40)],
    ['counts days from their own day when access had ended', [paid(30), extension(10, at(35))], day(45)],
    ['never moves back to a fixed end', [paid(30), period({ until: day(20) })], day(30)],
    ['is a fixed end that is later', [paid(30), period({ until: day(60) })], day(60)],
    ['counts the extension alone without its payment', [revoked(paid(365)), extension(30, at(5))], day(35)],
    ['keeps a fixed end without its payment', [revoked(paid(365)), period({ until: day(400) })], day(400)],
    ['counts a later payment from its own day without the first', [revoked(paid(30)), paid(30, at(20), 2)], day(50)],
  ])('%s', (_, periods, end) => expect(getAccessEnd(periods)).toBe(end))

  test('stays in the past when it was there, and is a moment ago when nothing is left', () => {
    const gone = [revoked(paid(30))]
    expect(getEndAfterRevocation(gone, { current: day(30), now: at(10) })).toBe(at(10) - 1)
    expect(getEndAfterRevocation(gone, { current: day(5), now: at(10) })).toBe(day(5))
    expect(getEndAfterRevocation([...gone, extension(3, at(2))], { current: day(33), now: at(10) })).toBe(at(10) - 1)
  })
})

describe('days that are left', () => {
  test('stay with the payment that gave them, and add up to what was open', () => {
    expect(listDaysLeft([paid(30), extension(10, at(5)), paid(20, at(6), 2)], at(8))).toEqual([
      { days: 22, payment_id: 1 },
      { days: 10, payment_id: null },
      { days: 20, payment_id: 2 },
    ])
  })

  test('are not those of periods that were revoked or are over', () => {
    expect(listDaysLeft([revoked(paid(300)), extension(5, start), extension(30, at(9))], at(10))).toEqual([
      { days: 29, payment_id: null },
    ])
    expect(listDaysLeft([paid(10)], at(10))).toEqual([{ days: 0, payment_id: 1 }])
  })
})

describe('periods from before they were stored', () => {
  const event = (given: Partial<AccessEvent> & Pick<AccessEvent, 'kind' | 'at'>): AccessEvent => ({
    ...{ payment_id: null, after: null, days: 0 },
    ...given,
  })
  const bought = event({ kind: 'payment', at: start, payment_id: 1, after: day(30), days: 30 })
  const complete = (events: AccessEvent[], valid_until: number, now = at(1), stored: AccessPeriod[] = []) =>
    completePeriods(stored, events, { valid_until, created_at: start }, now)

  test.each<[string, AccessEvent[], number]>([
    ['a payment', [bought], day(30)],
    ['a payment whose end was not stored', [{ ...bought, after: null }], day(365)],
    [
      'a payment and an extension',
      [bought, event({ kind: 'extension', at: at(5), before: day(30), after: day(40) })],
      day(40),
    ],
    ['a payment and more that nothing tells of', [bought], day(50)],
    ['a payment that was shortened', [bought], day(7)],
    ['access that nothing tells of', [], day(12)],
    ['access to a moment within a day', [], day(12) - 5000],
    ['a payment and an end within a day', [bought], day(7) - 5000],
    [
      'an end and a later grant',
      [
        bought,
        event({ kind: 'end', at: at(3) }),
        event({ kind: 'extension', at: at(4), before: at(3), after: day(9) }),
      ],
      day(9),
    ],
    ['a grant to many by days', [event({ kind: 'grant', at: start, days: 90 })], day(90)],
  ])('lead to the same end: %s', (_, events, valid_until) => {
    const periods = complete(events, valid_until)
    expect(getAccessEnd(periods)).toBe(valid_until)
    expect(isComplete(periods, { valid_until, created_at: start }, at(1))).toBe(true)
  })

  test('leave what staff extended when their payment is revoked', () => {
    const extended = event({ kind: 'extension', at: at(5), before: day(30), after: day(40) })
    const [payment, ...rest] = complete([bought, extended], day(40))
    expect([payment, getAccessEnd(rest)]).toMatchObject([{ payment_id: 1, days: 30 }, day(15)])
    // As many days as nothing explains, and no fixed end: the refund takes its own days.
    expect(complete([bought], day(50))).toMatchObject([{ payment_id: 1 }, { kind: 'earlier', days: 20, until: null }])
  })

  test('keep their payment where access was shortened', () => {
    expect(complete([bought], day(7))).toMatchObject([{ payment_id: 1, days: null, until: day(7) }])
  })

  test('complete those that a server of the release before did not store', () => {
    const stored = [{ ...paid(30), id: 1 }]
    const renewal = event({ kind: 'payment', at: at(3), payment_id: 2, after: day(60), days: 30 })
    expect(complete([renewal], day(60), at(4), stored)).toMatchObject([
      { id: 1, days: 30 },
      { payment_id: 2, days: 30 },
    ])
    expect(complete([], day(7), at(4), stored)).toMatchObject([{ id: 1, days: null, until: day(7) }])
  })

  test('stay as they are of access that is over', () => {
    expect(complete([bought], at(3) - 1, at(50))).toMatchObject([{ payment_id: 1, days: 30, until: null }])
  })
})
