import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { readStored } from '#lib/server/stored.ts'
import { invoice } from '../invoice.contract.ts'
import { financialYear } from '../../purchases.rules.ts'
import { creditNoteNumber, type CreditNote } from '../credit-note.rules.ts'
import { nextSerial } from './next-serial.ts'

const { number, date, place_of_supply, description, taxable_value, taxes, total } = invoice.shape

const stored = z.object({
  ...{ number, date, place_of_supply, description, taxable_value, taxes, total },
  receipt: z.string(),
})

/** The number of the next credit note: of play money in a series of its own. */
export async function nextCreditNoteNumber(tx: Db, now: number, provider: string): Promise<string> {
  const playMoney = provider === 'sandbox'
  const year = financialYear(now)
  const serial = await nextSerial(tx, `${playMoney ? 'sandbox ' : ''}credit notes ${year}`)
  return creditNoteNumber(year, serial, playMoney)
}

/** A credit note as it was stored with its refund. */
export function readCreditNote(text: string): CreditNote {
  return readStored(stored, text, 'A credit note')
}
