import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import { keepTyped } from '#lib/browser/staff/typed-text.ts'
import { memoryStorage } from '../../../../tests/support/memory-storage.ts'
import { STORING, type FormField, type FormValues } from './form-values.ts'
import { formName, freshForm, openTypedForm, useTypedForm } from './use-typed-form.ts'

const fields: FormField[] = [
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'roles', label: 'Roles', kind: 'checkboxes', options: [{ value: 'owner', label: 'Owner' }] },
  { name: 'file', label: 'File', kind: 'text' },
  { name: 'code', label: 'Code', kind: 'text', autoComplete: 'one-time-code' },
]

const divya = { id: 1, name: 'Divya', phone: '+919000000201', roles: [], csrf: 'csrf' }

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
  $staff.set(divya)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The hook as a form that is drawn for the first time uses it. */
function open(initial: object = {}, version?: number): ReturnType<typeof useTypedForm> {
  let found: ReturnType<typeof useTypedForm> | undefined
  function Form() {
    found = useTypedForm('form', fields, freshForm(fields, initial as Record<string, unknown>, version))
    return null
  }
  renderToStaticMarkup(<Form />)
  return found!
}

/** Types into a form that was opened with these. */
function type(typed: FormValues, initial: object = {}, version?: number): boolean {
  const { first, keep } = open(initial, version)
  return keep({ begun: first.begun, values: { ...first.values, ...typed }, version })
}

describe('a form that is opened again', () => {
  it('has what was typed in it, and when', () => {
    expect(type({ title: 'Receipts', roles: ['owner'] })).toBe(true)
    const { first, at } = open()
    expect(first.values).toEqual({ title: 'Receipts', roles: ['owner'], file: '', code: '' })
    expect(at).toBeGreaterThan(Date.now() - 10_000)
  })

  it('has nothing that somebody else typed, nor after it was dropped', () => {
    type({ title: 'Receipts' })
    $staff.set({ ...divya, id: 2 })
    expect(open().at).toBeUndefined()
    $staff.set(divya)
    open().drop()
    expect(open()).toMatchObject({ at: undefined, first: { values: { title: '' } } })
  })

  it('keeps no code, and of a file on its way what was there before', () => {
    type({ title: 'Receipts', code: '123456', file: STORING }, { file: 'old.pdf' })
    expect(open({ file: 'old.pdf' }).first.values).toMatchObject({ code: '', file: 'old.pdf' })
    type({ title: '', code: '123456' })
    expect(open().at).toBeUndefined()
  })

  it.each(['one-time-code', 'off'])('does not store a code (autocomplete %s)', (autoComplete) => {
    const withCode = fields.map((field) => (field.name === 'code' ? { ...field, autoComplete } : field))
    const fresh = freshForm(withCode, {})
    const { keep } = openTypedForm(1, 'form', withCode, fresh)
    keep({ ...fresh, values: { ...fresh.values, title: 'Receipts', code: '48213907' } })
    const stored = Object.keys(localStorage).map((key) => localStorage.getItem(key))
    expect(stored).toEqual([expect.stringContaining('Receipts')])
    expect(stored[0]).not.toMatch(/48213907|code/)
    keep({ ...fresh, values: { ...fresh.values, code: '48213907' } })
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('has the name of its request without an answer, also where nothing was typed, and the values that were sent', () => {
    const { first, keep } = open({ file: 'one.pdf' })
    keep({ ...first, key: 'key-of-a-refund' })
    expect(open({ file: 'two.pdf' }).first).toMatchObject({ key: 'key-of-a-refund', values: { file: 'one.pdf' } })
    keep({ ...first, values: { ...first.values, title: 'Paid twice' }, key: 'key-of-a-refund' })
    expect(open({}, 3).first).toMatchObject({ key: 'key-of-a-refund', values: { title: 'Paid twice' } })
    keep(first)
    expect(open().first.key).toBeUndefined()
  })

  it('is still of the version in which it was typed, when somebody else has changed it meanwhile', () => {
    type({ title: 'Mine' }, { title: 'Old' }, 3)
    const { first } = open({ title: 'Theirs' }, 4)
    expect(first).toMatchObject({ version: 3, begun: { title: 'Old' }, values: { title: 'Mine' } })
  })

  it('has what was typed beside other first values, such as the date of another day', () => {
    type({ title: 'Mine' }, { file: 'one.pdf' })
    expect(open({ file: 'two.pdf' }).first).toMatchObject({
      begun: { title: '', file: 'two.pdf' },
      values: { title: 'Mine', file: 'two.pdf' },
    })
    type({ file: 'mine.pdf' }, { file: 'one.pdf' })
    expect(open({ file: 'two.pdf' }).first.values).toMatchObject({ file: 'mine.pdf' })
  })

  it('keeps its text when another tab sends or discards its own, as long as it has unsent changes', () => {
    const listeners = new Set<(event: Partial<StorageEvent>) => void>()
    vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
    vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener))
    type({ title: 'An hour of work' })
    const [key] = Object.keys(localStorage)
    const mine = open()
    const stop = mine.watch()
    const dropElsewhere = () => {
      const oldValue = localStorage.getItem(key!)
      open().drop()
      for (const listener of listeners) listener({ key: key!, oldValue, newValue: null })
    }
    // Restored text that nobody changed here is the other tab's.
    dropElsewhere()
    expect(open().at).toBeUndefined()
    mine.keep({ ...mine.first, values: { ...mine.first.values, title: 'Two hours of work' } })
    dropElsewhere()
    expect(open().first.values.title).toBe('Two hours of work')
    mine.drop()
    dropElsewhere()
    expect(open().at).toBeUndefined()
    stop()
    expect(listeners.size).toBe(0)
  })

  it.each([null, 7, 'text', [], {}, { begun: {}, values: null }, { begun: {}, values: { title: 7, roles: [7] } }])(
    'takes nothing that is no form: %j',
    (stored) => {
      keepTyped(1, 'form', stored)
      expect(open()).toMatchObject({ at: undefined, first: { values: { title: '', roles: [] } } })
    },
  )
})

test('copies of different things are different forms', () => {
  vi.stubGlobal('location', { pathname: '/staff/notifications/new' })
  const endpoint = { path: '/staff/announcements' } as Endpoint
  const names = [
    ...[undefined, 5, 7].map((from) => formName(endpoint, undefined, { format: 'markdown' }, from)),
    ...[1, 2].map((id) => formName(endpoint, { id })),
    ...[1, 2].map((course_id) => formName(endpoint, undefined, { course_id })),
  ]
  expect(new Set(names).size).toBe(7)
  expect(formName(endpoint, undefined, { version: 1 })).toBe(formName(endpoint, undefined, { version: 2 }))
})
