import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import { keepTyped } from '#lib/browser/staff/typed-text.ts'
import { memoryStorage } from '../../../../tests/support/memory-storage.ts'
import { STORING, type FormField, type FormValues } from './form-values.ts'
import { freshForm, useTypedForm } from './use-typed-form.ts'

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

  it.each([null, 7, 'text', [], {}, { begun: {}, values: null }, { begun: {}, values: { title: 7, roles: [7] } }])(
    'takes nothing that is no form: %j',
    (stored) => {
      keepTyped(1, 'form', stored)
      expect(open()).toMatchObject({ at: undefined, first: { values: { title: '', roles: [] } } })
    },
  )
})
