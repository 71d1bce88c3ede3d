import { describe, expect, it, test, vi } from 'vitest'
import type { FieldRule } from '#lib/both/form-rules.ts'
import {
  bodyOf,
  changedValues,
  fieldsWhile,
  placed,
  problemsOf,
  STORING,
  valuesOf,
  type FormField,
} from './form-values.ts'

const text = (more: Partial<FieldRule> = {}): FieldRule => ({ type: 'text', empty: 'itself', ...more })
const bound = (value: number, says: string) => ({ value, says })

describe('what a form shows and sends', () => {
  const fields: FormField[] = [
    { name: 'title', label: 'Title', kind: 'text' },
    { name: 'price', label: 'Price', kind: 'rupees' },
    { name: 'opens', label: 'Opens', kind: 'datetime' },
    { name: 'course', label: 'Course', kind: 'select', options: [{ value: 7, label: 'LDC' }] },
    { name: 'open', label: 'Open', kind: 'checkbox' },
    { name: 'shown', label: 'Shown', kind: 'checkbox' },
    { name: 'roles', label: 'Roles', kind: 'checkboxes', options: [{ value: 'owner', label: 'Owner' }] },
    { name: 'seats', label: 'Seats', kind: 'number' },
    { name: 'phone', label: 'Phone', kind: 'phone' },
  ]
  const rules = {
    title: text(),
    price: { type: 'number', empty: 'itself' },
    opens: { type: 'number', empty: 'null' },
    course: { type: 'number', empty: 'left out' },
    open: { type: 'yes-no', empty: 'itself' },
    shown: { type: 'boolean', empty: 'itself' },
    roles: { type: 'list', empty: 'itself' },
    seats: { type: 'number', empty: 'left out' },
    phone: text(),
  } as const
  const body = {
    title: 'A  mock',
    price: 49950,
    // 20-11-2026 18:30 in India
    opens: Date.UTC(2026, 10, 20, 13, 0),
    course: 7,
    open: 'Y',
    shown: false,
    roles: ['owner'],
    seats: 0,
    phone: '+919847000000',
  }

  it('is the same body, with paise, instants and numbers behind what is typed', () => {
    const values = valuesOf(fields, body)
    expect(values).toMatchObject({ price: '499.50', opens: '2026-11-20T18:30', course: '7', open: true, seats: '0' })
    expect(bodyOf(fields, rules, values)).toEqual(body)
  })

  it('is of an empty field what the contract wants of one', () => {
    expect(bodyOf(fields, rules, valuesOf(fields, {}))).toEqual({
      title: '',
      price: '',
      opens: null,
      open: 'N',
      shown: false,
      roles: [],
      phone: '',
    })
  })

  it('is the very instant that it began with where nobody chose another', () => {
    const begun = { opens: Date.UTC(2026, 10, 20, 13, 0, 31, 7) }
    const values = valuesOf(fields, begun)
    expect(bodyOf(fields, rules, values, begun)).toMatchObject(begun)
    const moved = { ...values, opens: '2026-11-20T18:31' }
    expect(bodyOf(fields, rules, moved, begun)).toMatchObject({ opens: Date.UTC(2026, 10, 20, 13, 1) })
  })

  it('is a phone as it was typed, which the server reads, and rupees to the paisa', () => {
    const values = { ...valuesOf(fields, body), phone: ' +91 98470-00000 ', price: '1.15' }
    expect(bodyOf(fields, rules, values)).toMatchObject({ phone: ' +91 98470-00000 ', price: 115 })
  })
})

describe('what is wrong with a field before it is sent', () => {
  const problem = (field: Omit<FormField, 'name' | 'label'> & { kind: string }, rule: FieldRule, value: string) =>
    problemsOf([{ name: 'it', label: 'It', ...field } as FormField], { it: rule }, { it: value }).it

  const code = { pattern: { source: '^[a-z]+$', says: 'Small letters' } }
  test.each([
    ['text', text({ required: 'Say why' }), '  ', 'Say why'],
    ['text', text(), '', undefined],
    ['text', text({ longest: bound(3, 'At most 3') }), 'abcd', 'At most 3'],
    ['text', text({ longest: bound(3, 'At most 3') }), ' abc ', undefined],
    ['text', text({ shortest: bound(3, 'At least 3') }), 'ab', 'At least 3'],
    ['text', text(code), 'A1', 'Small letters'],
    ['text', text(code), 'abc', undefined],
    ['date', text(), '2026-02-30', 'Please choose a day.'],
    ['date', text(), '2026-02-28', undefined],
    ['rupees', { type: 'number', empty: 'itself' }, '12.345', 'Rupees, such as 499 or 499.50.'],
    ['rupees', { type: 'number', empty: 'itself', most: bound(1000, 'At most ₹10') }, '10.01', 'At most ₹10'],
    ['rupees', { type: 'number', empty: 'itself', most: bound(1000, 'At most ₹10') }, '10', undefined],
    ['number', { type: 'number', empty: 'itself' }, '1e3', 'Please enter a number.'],
    ['number', { type: 'number', empty: 'itself', whole: true }, '1.5', 'Please enter a whole number.'],
    ['number', { type: 'number', empty: 'itself', least: bound(1, 'From 1') }, '0', 'From 1'],
    [
      'rupees',
      { type: 'number', empty: 'itself', least: bound(100, '₹0 or from ₹1'), also: [0] },
      '0.99',
      '₹0 or from ₹1',
    ],
    ['rupees', { type: 'number', empty: 'itself', least: bound(100, '₹0 or from ₹1'), also: [0] }, '0.00', undefined],
    ['datetime', { type: 'number', empty: 'itself' }, '2026-11-20', 'Please choose a day and a time.'],
  ] as const)('is said of %s %j %j: %s', (kind, rule, value, words) => {
    expect(problem({ kind }, rule, value)).toBe(words)
  })

  it('is said of a group of which nothing is ticked', () => {
    const rules = { roles: { type: 'list', empty: 'itself', required: 'At least one role' } } as const
    const fields: FormField[] = [{ name: 'roles', label: 'Roles', kind: 'checkboxes', options: [] }]
    expect(problemsOf(fields, rules, { roles: [] })).toEqual({ roles: 'At least one role' })
  })
})

test('a file that is still on its way is waited for, also where none is needed', () => {
  const files = { accept: '', takes: '', most: 1, tooLarge: '', store: vi.fn(), look: vi.fn() }
  const fields: FormField[] = [{ name: 'document', label: 'Document', kind: 'file', files }]
  const storing = valuesOf(fields, { document: STORING })
  expect(problemsOf(fields, {}, storing).document).toMatch(/still being stored/)
  const stored = valuesOf(fields, { document: '0.pdf' })
  expect([problemsOf(fields, {}, stored), bodyOf(fields, {}, stored)]).toEqual([{}, { document: '0.pdf' }])
})

test('words of a refusal stand at the field that they name, and above the form where it has no such field', () => {
  const fields: FormField[] = [{ name: 'phones', label: 'Phones', kind: 'textarea' }]
  expect(placed(fields, { 'phones.2': 'No phone', 'phones.5': 'No phone either', version: 'Is missing' })).toEqual({
    atFields: { phones: 'No phone' },
    above: ['Is missing'],
  })
})

describe('a field that is there only sometimes', () => {
  const course: FormField = {
    ...{ name: 'target', label: 'Course', kind: 'select', options: [{ value: '7', label: 'LDC' }] },
    ...{ needed: 'Please choose a course', when: ({ action }) => action === 'course' },
  }
  const page: FormField = { name: 'target', label: 'Page', kind: 'text', when: ({ action }) => action === 'page' }
  const list: FormField = {
    name: 'list',
    label: 'List',
    kind: 'pasted',
    accept: '.csv',
    when: ({ to }) => to === 'list',
  }
  const fields = [course, page, list]
  const rules = { target: text({ empty: 'null' }), list: text() }

  it('is drawn and sent while the others say so', () => {
    expect(fieldsWhile(fields, { action: 'page', to: 'list' })).toEqual([page, list])
    const values = { action: 'none', target: '7', to: 'all', list: 'a' }
    expect(bodyOf(fieldsWhile(fields, values), rules, values)).toEqual({})
  })

  it('must be filled where it says so, whatever its rule lets through', () => {
    expect(problemsOf([course], rules, { target: '' })).toEqual({ target: 'Please choose a course' })
    expect(problemsOf([page], rules, { target: '' })).toEqual({})
  })

  it('begins empty in the place of another of its name, and otherwise as it was left', () => {
    const chosen = { action: 'course', target: '7', to: 'list', list: 'a\nb' }
    expect(changedValues(fields, chosen, 'action', 'page')).toEqual({ ...chosen, action: 'page', target: '' })
    const away = changedValues(fields, chosen, 'to', 'all')
    expect(changedValues(fields, away, 'to', 'list')).toEqual(chosen)
  })
})
