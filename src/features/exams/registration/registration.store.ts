import { atom } from 'nanostores'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { ApiError, type FieldErrors } from '#lib/both/calls/errors.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import {
  getDistrictsAndCommunities,
  getRegistrationForm,
  registrationFields,
  submitRegistrationForm,
  type RegistrationField,
} from './registration.contract.ts'
import { checkRegistration } from './registration.rules.ts'
import { serverNow } from '#lib/browser/server-time.ts'

/** What is in the fields of a form. */
export type Filled = { [field in RegistrationField]?: string | undefined }

export interface RegistrationForm {
  /** The fields that this exam asks, in order. */
  asked: RegistrationField[]
  /** What the profile says of them, to begin with. */
  fromProfile: Filled
  choices: Pick<ReplyOf<typeof getDistrictsAndCommunities>, 'district' | 'community'>
}

/** What the form of an exam asks, and the lists it offers (document 1, section 4, 'Registration modal'). */
export const registrationForm = loading(async (examId: number, signal): Promise<RegistrationForm> => {
  beginTyping(examId)
  const [{ data }, { district, community }] = await Promise.all([
    call(getRegistrationForm, { params: { examId }, signal }),
    call(getDistrictsAndCommunities, { signal }),
  ])
  const flags = data[0]?.exam_froms
  return {
    asked: registrationFields.filter((field) => flags?.[field] === 'true'),
    fromProfile: data[0]?.from_profile ?? {},
    choices: { district, community },
  }
})

export const $errors = atom<FieldErrors>({})
export const $submitting = atom(false)

/**
 * What was typed, an emptied field included. It stands before what the profile says, and is there again when the form of the
 * same exam is closed and opened.
 */
export const $typed = atom<Filled>({})
let typedFor: number | undefined

function beginTyping(examId: number): void {
  $errors.set({})
  if (typedFor !== examId) $typed.set({})
  typedFor = examId
}

/** What the fields show. */
export function filled({ fromProfile }: RegistrationForm, typed: Filled): Filled {
  return { ...fromProfile, ...typed }
}

/** A field was edited: what was wrong with it is no longer said. */
export function edit(field: RegistrationField, value: string): void {
  $typed.set({ ...$typed.get(), [field]: value })
  const { [field]: _cleared, ...rest } = $errors.get()
  $errors.set(rest)
}

/**
 * Sends the form.
 * @returns 'registered'; 'invalid' when fields are to be corrected, which $errors names; 'failed' otherwise
 */
export async function register(examId: number, form: RegistrationForm): Promise<'registered' | 'invalid' | 'failed'> {
  const { asked } = form
  const given = filled(form, $typed.get())
  const errors = checkRegistration(asked, given, serverNow())
  $errors.set(errors)
  if (Object.keys(errors).length > 0) return 'invalid'
  $submitting.set(true)
  try {
    const answers = Object.fromEntries(asked.map((field) => [field, given[field]]))
    const { status } = await call(submitRegistrationForm, { body: { exam_id: examId, ...answers } })
    return status ? 'registered' : 'failed'
  } catch (error) {
    const named = error instanceof ApiError ? error.errors : undefined
    if (named) $errors.set(named)
    return named && asked.some((field) => named[field]) ? 'invalid' : 'failed'
  } finally {
    $submitting.set(false)
  }
}
