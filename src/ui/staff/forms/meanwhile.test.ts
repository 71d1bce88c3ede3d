import { describe, expect, it } from 'vitest'
import { indianTime } from '#lib/both/time/clock.ts'
import { valuesOf, type FormField } from './form-values.ts'
import { keepingMine, meanwhileOf } from './meanwhile.ts'

const fields: FormField[] = [
  { kind: 'text', name: 'title', label: 'Title' },
  { kind: 'textarea', name: 'text', label: 'Text' },
  { kind: 'rupees', name: 'price_paise', label: 'Price' },
  { kind: 'datetime', name: 'starts_at', label: 'Starts' },
  { kind: 'checkbox', name: 'shown', label: 'Shown' },
  {
    kind: 'checkboxes',
    name: 'roles',
    label: 'Roles',
    options: ['owner', 'author'].map((value) => ({ value, label: value })),
  },
  { kind: 'text', name: 'reason', label: 'Reason' },
]

const begun = valuesOf(fields, {
  ...{ title: 'A class', text: '', price_paise: 49_900, starts_at: indianTime(2026, 3, 2, 18) },
  ...{ shown: true, roles: ['owner', 'author'] },
})

/** As the server tells what stands there now. */
const same = {
  ...{ title: 'A class', text: '', price_paise: '49900', starts_at: String(indianTime(2026, 3, 2, 18)) },
  ...{ shown: '1', roles: 'owner, author' },
}
const told = (more: Record<string, string> = {}) =>
  meanwhileOf(fields, begun, { ...same, version: '7', changed_by: 'Divya', ...more })!

describe('what somebody else has made of a form', () => {
  it('is nothing that it shows where its fields say the same', () => {
    expect(told()).toMatchObject({ who: 'Divya', version: 7, theirs: [], now: { price_paise: '499', shown: true } })
  })

  it('is told field by field, as the fields hold it', () => {
    const changed = { title: '', price_paise: '39950', starts_at: String(indianTime(2026, 3, 3, 9)), shown: '0' }
    const { now, theirs } = told({ ...changed, roles: 'owner' })
    expect(theirs.map(({ name }) => name)).toEqual(['title', 'price_paise', 'starts_at', 'shown', 'roles'])
    expect(now).toEqual({
      ...{ title: '', text: '', price_paise: '399.50', starts_at: '2026-03-03T09:00', shown: false, roles: ['owner'] },
    })
  })

  it('cannot be saved over where the refusal tells no version', () => {
    for (const version of [undefined, '', 'x', '0']) {
      const errors = version === undefined ? {} : { version }
      expect(meanwhileOf(fields, begun, { ...same, ...errors })).toBeUndefined()
    }
  })
})

it('whoever keeps what they typed has what the other alone has changed all the same', () => {
  const typed = { ...begun, title: 'Mine', reason: 'Asked for' }
  const theirs = told({ title: 'Theirs', text: 'More', roles: 'author' })
  expect(keepingMine(theirs, begun, typed)).toEqual({
    ...begun,
    ...{ title: 'Mine', text: 'More', roles: ['author'], reason: 'Asked for' },
  })
})
