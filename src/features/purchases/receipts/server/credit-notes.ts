import * as z from 'zod/mini'
import { readStored } from '#lib/server/stored.ts'
import { invoice } from '../invoice.contract.ts'
import type { CreditNote } from '../credit-note.rules.ts'

const { number, date, place_of_supply, description, taxable_value, taxes, total } = invoice.shape

const stored = z.object({
  ...{ number, date, place_of_supply, description, taxable_value, taxes, total },
  receipt: z.string(),
})

/** A credit note as it was stored with its refund. */
export function readCreditNote(text: string): CreditNote {
  return readStored(stored, text, 'A credit note')
}
