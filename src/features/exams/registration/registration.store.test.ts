import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { $session } from '#lib/browser/session/session.ts'
import { $errors, $typed, edit, filled, register, registrationForm } from './registration.store.ts'

$session.set({ id: 1, token: 'secret' })

const asks = { name_as_pre_psc: 'true', dob: 'true', reg_no: 'true' }
let sent: unknown[]
let leave = () => {}

beforeEach(() => {
  sent = []
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.includes('submitexamregform')) sent.push(JSON.parse(init.body as string))
    return Response.json({
      status: true,
      success: true,
      message: '',
      district: [],
      community: [],
      data: [{ exam_froms: asks, from_profile: { name_as_pre_psc: 'Asha Menon' } }],
    })
  })
})

afterEach(() => leave())

/** Opens the form of an exam. @returns what stands in its fields */
async function open(examId: number) {
  leave()
  leave = registrationForm.open(examId)
  return vi.waitFor(shown)
}

function shown() {
  const state = registrationForm.$state.get()
  if (state.is !== 'shown') throw new Error(`The form is ${state.is}`)
  const form = state.shown
  return { form, fields: filled(form, $typed.get()) }
}

it('begins with what the profile says, and sends it with what was typed', async () => {
  const { form, fields } = await open(1)
  expect(fields).toEqual({ name_as_pre_psc: 'Asha Menon' })
  edit('dob', '1999-01-31')
  edit('reg_no', 'KL 2026/77')
  expect(await register(1, form)).toBe('registered')
  expect(sent).toEqual([{ exam_id: 1, name_as_pre_psc: 'Asha Menon', dob: '1999-01-31', reg_no: 'KL 2026/77' }])
})

it('never overwrites what was typed, an emptied field included, when the form is opened again', async () => {
  await open(2)
  edit('reg_no', 'KL 2026/77')
  edit('name_as_pre_psc', '')
  const { form, fields } = await open(2)
  expect(fields).toEqual({ name_as_pre_psc: '', reg_no: 'KL 2026/77' })
  expect(await register(2, form)).toBe('invalid')
  expect($errors.get()).toMatchObject({ name_as_pre_psc: 'Name is required' })
  expect(sent).toEqual([])
})

it('shows nothing of what was typed for another exam', async () => {
  await open(3)
  edit('reg_no', 'KL 2026/77')
  expect((await open(4)).fields).toEqual({ name_as_pre_psc: 'Asha Menon' })
})
