import type { Payer } from '../money.contract.ts'

export interface Account {
  user_id: number
  name: string | null
  country_code: string
  phone: string
  deleted_at: number | null
}

/** Whose money it is, as the console names them. What stands in the row of an account that has ended is no name or phone. */
export function payerOf({ user_id, name, country_code, phone, deleted_at }: Account): Payer {
  const ended = deleted_at !== null
  return { id: user_id, ended, name: ended ? null : name, phone: ended ? null : `+${country_code} ${phone}` }
}
