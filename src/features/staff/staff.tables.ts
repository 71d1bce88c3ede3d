import type { Generated } from 'kysely'

/** Somebody of the staff; learners stand in `users`, also those who are both. */
export interface StaffTable {
  id: Generated<number>
  name: string
  country_code: string
  /** National digits, without the country code. */
  phone: string
  /** JSON: a list of roles. */
  roles: string
  /** Counts changes, so that two who make one at once are told. */
  version: Generated<number>
  created_at: number
  last_logged_on: Generated<number | null>
  /** Since when they are no longer of the staff. */
  left_at: Generated<number | null>
}

export type FactorKind = 'passkey' | 'authenticator' | 'counter'

export interface StaffFactorsTable {
  id: Generated<number>
  staff_id: number
  /** 'authenticator' goes by time (RFC 6238), 'counter' by count (RFC 4226), as the demo's. */
  kind: FactorKind
  /** What its owner calls it. */
  name: string
  /** Of an authenticator its secret, in base32; of a passkey its public key, in base64url. */
  secret: string
  /** Of a passkey alone. */
  credential_id: string | null
  /** JSON: how a browser reaches a passkey. */
  transports: Generated<string>
  /** 1: a passkey that may be synced between devices; null: unknown. */
  backup_eligible: Generated<number | null>
  /** The step of the code used last; the count of the next; a passkey's own counter. */
  counter: Generated<number>
  created_at: number
  used_at: number | null
}

export interface StaffRecoveryCodesTable {
  staff_id: number
  code_hash: string
  used_at: number | null
}

/** New recovery codes that are shown and not confirmed yet: one set a member. */
export interface StaffNewRecoveryCodesTable {
  staff_id: number
  /** Names the set. */
  batch: string
  /** JSON: a list of hashes, empty once the set is confirmed. */
  code_hashes: string
}

/** A failed second factor. */
export interface StaffFactorTriesTable {
  id: Generated<number>
  staff_id: number
  /** An IPv4 address, or an IPv6 /48. */
  network: string
  tried_at: number
  /** `log-in 12` or `session 34`; null of an older server. */
  source: Generated<string | null>
}

/** What is under way with a second factor. */
interface Proving {
  /** Challenge for a passkey that is used as the second factor. */
  challenge: Generated<string | null>
  /** Challenge for a passkey that is being added. */
  new_challenge: Generated<string | null>
  /** The secret of an authenticator that is being added. */
  new_secret: Generated<string | null>
}

/** A log-in from the wish for a code to the second factor; of a phone of nobody as well, so that nobody is told so. */
export interface StaffLogInsTable extends Proving {
  id: Generated<number>
  /** SHA-256 of what the browser's cookie holds. */
  token_hash: string
  staff_id: number | null
  /** As `+919000000201`. */
  phone: string
  /** The row of `users` that codes, sends and guesses count for: the member's, or that of an unknown phone. */
  user_id: Generated<number | null>
  /** Limits that the code of the log-in is within: 'staff', 'staff long' or 'device N', as in `code_sends`. */
  way: Generated<string>
  /** Empty: codes are in `codes`. Servers of the version before keep them here. */
  code_hash: string
  address: string
  /** Second factors tried so far, the one being looked at included. */
  tries: Generated<number>
  sent_at: number
  expires_at: number
  /** When the phone was proved with the first code, and when confirmed with a second one, of 8 digits. */
  proved_at: Generated<number | null>
  confirmed_at: Generated<number | null>
}

export interface StaffSessionsTable extends Proving {
  id: Generated<number>
  staff_id: number
  token_hash: string
  user_agent: string
  address: string
  created_at: number
  expires_at: number
  /** Last request that was not sent in the background, to STAFF_SEEN_EVERY. */
  last_seen_at: number
  /** Last second factor given in the session; null: the one that it began with. */
  factor_at: Generated<number | null>
  /** Wrong second factors since the last right one. */
  factor_tries: Generated<number>
  revoked_at: Generated<number | null>
  /** The known device it began on; it may be known no more. */
  device_id: Generated<number | null>
}

declare module '#db/database.ts' {
  interface Database {
    staff: StaffTable
    staff_factors: StaffFactorsTable
    staff_recovery_codes: StaffRecoveryCodesTable
    staff_new_recovery_codes: StaffNewRecoveryCodesTable
    staff_factor_tries: StaffFactorTriesTable
    staff_log_ins: StaffLogInsTable
    staff_sessions: StaffSessionsTable
  }
}
