import { atom } from 'nanostores'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { ApiError } from '#lib/both/calls/errors.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { valueIn } from '#lib/both/told.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { noteLogIn } from '#lib/browser/staff/session-ends.ts'
import { $staff } from '#lib/browser/staff/staff-session.ts'
import * as contracts from './log-in.contract.ts'
import type { Entered } from './log-in.contract.ts'

/** Where a log-in of staff is: each step is made of what the server said of the one before. */
export type Step =
  | { is: 'phone'; over?: string }
  | { is: 'code'; phone: string; countryCode: string }
  | { is: 'factor'; name: string; passkey: boolean; authenticator: boolean }
  | { is: 'recovery'; name: string; passkey: boolean; authenticator: boolean }
  | { is: 'set-up'; name: string }
  | { is: 'authenticator'; name: string; secret: string; uri: string }
  | { is: 'kept'; codes: string[] }
  | { is: 'done' }

export const $step = atom<Step>({ is: 'phone' })

type Factor = Extract<Step, { is: 'factor' | 'recovery' }>

/** Sends a code to a phone. @throws as staffCall */
export async function askCode(phone: string, countryCode: string): Promise<void> {
  await staffCall(contracts.askStaffCode, { body: { mobile: phone, country_code: countryCode } })
  $step.set({ is: 'code', phone, countryCode })
}

/** @throws as staffCall */
export async function giveCode(otp: string): Promise<void> {
  const { name, passkey, authenticator, set_up } = await staffCall(contracts.verifyStaffCode, { body: { otp } })
  $step.set(set_up ? { is: 'set-up', name } : { is: 'factor', name, passkey, authenticator })
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

/** Makes a passkey, and logs in with it. @throws as staffCall; Error when its owner gave up */
export const makePasskey = (name: string) =>
  entering(async () => {
    const { options } = await staffCall(contracts.setUpPasskey)
    const made = await startRegistration({ optionsJSON: parsed(options) })
    return staffCall(contracts.enterBySetUpPasskey, { body: { response: JSON.stringify(made), name } })
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
  noteLogIn(Date.now())
  $staff.set({ id, name, phone, roles, csrf })
  $step.set(codes.length > 0 ? { is: 'kept', codes } : { is: 'done' })
}
