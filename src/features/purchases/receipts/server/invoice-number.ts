import type { Db } from '#db/database.ts'
import { nextSerial } from './next-serial.ts'
import { financialYear, invoiceNumber } from '../../purchases.rules.ts'

/** The number of the next receipt: of play money in a series of its own. */
export async function nextInvoiceNumber(tx: Db, now: number, provider: string): Promise<string> {
  const playMoney = provider === 'sandbox'
  const year = financialYear(now)
  return invoiceNumber(year, await nextSerial(tx, playMoney ? `sandbox ${year}` : year), playMoney)
}
