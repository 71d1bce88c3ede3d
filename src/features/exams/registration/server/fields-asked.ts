import * as z from 'zod/mini'
import { readStored } from '#lib/server/stored.ts'
import { registrationFields, type RegistrationField } from '../registration.contract.ts'

const asked = z.array(z.enum(registrationFields))

/** What the registration of an exam asks, as its row has it. */
export function fieldsAsked(stored: string): RegistrationField[] {
  return readStored(asked, stored, 'The registration form of an exam')
}
