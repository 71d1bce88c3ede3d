import { atom } from 'nanostores'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { valueIn } from '#lib/both/told.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { SHOWS_CODES } from '#lib/browser/staff/leave-page.ts'
import { noteLogIn } from '#lib/browser/staff/session-ends.ts'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import { CODE_LENGTH, LONG_CODE_LENGTH, LONG_WAY } from '#features/auth/login-form.rules.ts'
import { failureWords } from '#ui/staff/forms/failure.ts'
import * as contracts from './log-in.contract.ts'
import type { Entered } from './log-in.contract.ts'

interface Phone {
  phone: string
  countryCode: string
}

/** Where a log-in of staff is: each step is made of what the server said of the one before. */
export type Step =
  | { is: 'phone'; over?: string }
  | ({ is: 'code'; digits: number; sentBefore?: boolean } & Phone)
  /** Codes of 4 digits are refused, and one of 8 digits can be had. */
  | ({ is: 'locked'; why: string } & Phone)
  /** A member without a second factor proves the phone with 8 digits; `problem`: the code was not sent. */
  | ({ is: 'confirm'; name: string; sentBefore?: boolean; problem?: string } & Phone)
  | { is: 'factor'; name: string; passkey: boolean; authenticator: boolean }
  | { is: 'recovery'; name: string; passkey: boolean; authenticator: boolean }
  | { is: 'set-up'; name: string }
  | { is: 'authenticator'; name: string; secret: string; uri: string }
  | { is: 'kept'; codes: string[] }
  | { is: 'done' }

export const $step = atom<Step>({ is: 'phone' })

type Factor = Extract<Step, { is: 'factor' | 'recovery' }>

const asked = ({ phone, countryCode }: Phone) => ({ body: { mobile: phone, country_code: countryCode } })

/** Sends a code of 4 digits to a phone. @throws as staffCall */
export const askCode = (to: Phone) =>
  unlessLocked(to, async () => {
    await staffCall(contracts.askStaffCode, asked(to))
    $step.set({ is: 'code', digits: CODE_LENGTH, ...to })
  })

/** Sends a code of 8 digits to a phone whose codes of 4 digits are refused. @throws as staffCall */
export async function askLongCode({ phone, countryCode }: Phone): Promise<void> {
  const to = { phone, countryCode }
  const { sent } = await staffCall(contracts.askStaffLongCode, asked(to))
  $step.set({ is: 'code', digits: LONG_CODE_LENGTH, sentBefore: !sent, ...to })
}

/** @throws as staffCall */
export const giveCode = ({ phone, countryCode }: Phone, otp: string) =>
  unlessLocked({ phone, countryCode }, async () => {
    const { name, passkey, authenticator, set_up, confirm } = await staffCall(contracts.verifyStaffCode, {
      body: { otp },
    })
    if (confirm) return sendConfirmation({ is: 'confirm', name, phone, countryCode })
    $step.set(set_up ? { is: 'set-up', name } : { is: 'factor', name, passkey, authenticator })
  })

/** Sends the code of 8 digits of a member without a second factor. The step shows a failure. */
export async function sendConfirmation({ problem: _, ...step }: Extract<Step, { is: 'confirm' }>): Promise<void> {
  try {
    const reply = await stillGoing(() => staffCall(contracts.sendConfirmation))
    if (reply) $step.set({ ...step, sentBefore: !reply.sent })
  } catch (error) {
    $step.set({ ...step, problem: failureWords(error) })
  }
}

/** @throws as staffCall */
export async function giveConfirmation(name: string, otp: string): Promise<void> {
  if (await stillGoing(() => staffCall(contracts.confirmPhone, { body: { otp } }))) $step.set({ is: 'set-up', name })
}

/** @throws as staffCall */
export const giveAuthenticatorCode = (code: string) =>
  entering(() => staffCall(contracts.enterByAuthenticator, { body: { code } }))

/** @throws as staffCall */
export const giveRecoveryCode = (code: string) =>
  entering(() => staffCall(contracts.enterByRecoveryCode, { body: { code } }))

/** Asks the browser for a passkey. @throws as staffCall; Error when its owner gave up */
export const usePasskey = () =>
  entering(async () => {
    const { options } = await staffCall(contracts.askPasskey)
    const answer = await startAuthentication({ optionsJSON: parsed(options) })
    return staffCall(contracts.enterByPasskey, { body: { response: JSON.stringify(answer) } })
  })

/** Makes a passkey, which the server names, and logs in with it. @throws as staffCall; Error when its owner gave up */
export const makePasskey = () =>
  entering(async () => {
    const { options } = await staffCall(contracts.setUpPasskey)
    const made = await startRegistration({ optionsJSON: parsed(options) })
    return staffCall(contracts.enterBySetUpPasskey, { body: { response: JSON.stringify(made) } })
  })

/** Shows the secret of an authenticator. @throws as staffCall */
export async function offerAuthenticator(name: string): Promise<void> {
  const offered = await stillGoing(() => staffCall(contracts.setUpAuthenticator))
  if (offered) $step.set({ is: 'authenticator', name, ...offered })
}

/** @throws as staffCall */
export const confirmAuthenticator = (code: string) =>
  entering(() => staffCall(contracts.enterBySetUpAuthenticator, { body: { code } }))

export const toRecovery = (step: Factor) => $step.set({ ...step, is: 'recovery' })
export const toFactor = (step: Factor) => $step.set({ ...step, is: 'factor' })
export const beginAnew = () => $step.set({ is: 'phone' })
export const leave = () => $step.set({ is: 'done' })

/** As @simplewebauthn/browser wants what its other half has made. */
const parsed = (options: string) => valueIn(options) as never

async function entering(enter: () => Promise<ReplyOf<typeof contracts.enterByAuthenticator>>): Promise<void> {
  const entered = await stillGoing(enter)
  if (entered) come(entered)
}

/** Offers a code of 8 digits where those of 4 digits are refused. @throws all other errors of `work` */
async function unlessLocked(to: Phone, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== LONG_WAY) throw error
    $step.set({ is: 'locked', why: error.message, ...to })
  }
}

/** A log-in that took too long, or was guessed at too often, begins again and says so. */
async function stillGoing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    $step.set({ is: 'phone', over: error.message })
    return undefined
  }
}

function come({ id, name, phone, roles, csrf, recovery_codes: codes }: Entered): void {
  // Other tabs can use the log-in at once, and their use of it must not take the codes off this screen.
  if (codes.length > 0) document.documentElement.dataset[SHOWS_CODES] = ''
  noteLogIn(Date.now())
  $staff.set({ id, name, phone, roles, csrf })
  $step.set(codes.length > 0 ? { is: 'kept', codes } : { is: 'done' })
}
