import type { Generated, Selectable } from 'kysely'
import type { Role } from '#core/context.ts'

export interface UsersTable {
  id: Generated<number>
  country_code: string
  /** National digits, without the country code. */
  phone: string
  name: string | null
  email: string | null
  /** yyyy-mm-dd */
  birthday: string | null
  city: string | null
  avatar: string | null
  cover: string | null
  registration_completed: Generated<number>
  role: Generated<Role>
  /** When the phone was first proved with a code. */
  verified_at: number | null
  last_logged_on: number | null
  marketing_splash_id: number | null
  created_at: number
  /** When the account ended; its row has nothing personal since. */
  deleted_at: Generated<number | null>
  /** Since when staff let nobody log in to it, and since when nobody writes in discussions with it. */
  blocked_at: Generated<number | null>
  muted_at: Generated<number | null>
  /**
   * Of a row that is no learner's: the member of the staff who writes in discussions under it, or less than 0 of a phone that
   * somebody entered in the staff log-in and no member has. Nobody logs in to it.
   */
  staff_id: Generated<number | null>
}

/**
 * The way in that a code opens, and it opens no other: `short`, 4 digits for whoever asks; `long`, 8 digits for a phone that
 * strangers have locked; `deletion`, which ends the account; `new phone`, which staff type in as the owner of another phone
 * reads it out; `device N`, 4 digits for a known device alone. `staff` and `staff long` are `short` and `long` of the staff
 * log-in. Each is sent and guessed at within limits of its own.
 */
export type CodeWay = 'short' | 'long' | 'deletion' | 'new phone' | 'staff' | 'staff long' | `device ${number}`

/** Key of a stored code: its way, or `entry N` for a 4-digit code that is valid in one staff log-in only. */
export type CodeKey = CodeWay | `entry ${number}`

export interface CodesTable {
  user_id: number
  way: CodeKey
  /** Salt and SHA-256 of salt and code, as `salt.hash`; of a long code what it is derived from. */
  code_hash: string
  channel: 'sms' | 'whatsapp'
  /** What asked for it, as it says; of `new phone` the phone that it was sent to, as `+91 9847012345`. */
  device: string
  sent_at: number
  expires_at: number
  /** Guesses so far, the one being looked at included. */
  tries: Generated<number>
  used_at: number | null
}

/** What servers of the version before have in the place of `codes`. */
export interface OneTimeCodesTable {
  user_id: number
}

/** Where a send or a guess came from; nowhere (empty) where the caller is known. */
interface FromNetworks {
  /** An IPv4 address or an IPv6 network of 64 bits. */
  address: string
  net56: string | null
  net48: string | null
  way: Generated<CodeWay>
}

export interface CodeSendsTable extends FromNetworks {
  id: Generated<number>
  user_id: number
  sent_at: number
}

/** A guess at a live code; the owner's log-in takes those of the same address back. */
export interface CodeTriesTable extends FromNetworks {
  id: Generated<number>
  user_id: number
  tried_at: number
}

/** A browser that a learner has logged in on. */
export interface KnownDevicesTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of what its cookie holds, hex. */
  token_hash: string
  known_since: number
  seen_at: number
}

/** What happened to codes in an hour, since 1970, all phones together. */
export interface CodeHoursTable {
  hour: number
  /** Digits of the calling code that codes were sent to; empty in the row that counts guesses, and not-sent codes of servers before. */
  country: string
  sent: Generated<number>
  /** Wrong guesses at live codes of 4 digits. */
  failed: Generated<number>
  /** Right guesses. */
  accepted: Generated<number>
  /** Codes that their provider did not take. */
  not_sent: Generated<number>
}

export interface CodeAddressesTable {
  /** An IPv4 address or an IPv6 network. */
  address: string
  seen_at: number
  /** Wrong guesses since `guesses_since`, the ones being looked at included. */
  guesses: Generated<number>
  guesses_since: Generated<number>
}

export interface SessionsTable {
  id: Generated<number>
  user_id: number
  /** SHA-256 of the bearer token, hex. */
  token_hash: string
  device: string
  user_agent: string
  created_at: number
  expires_at: number
  revoked_at: number | null
  /** To about ten minutes; null until the first call. */
  last_seen_at: Generated<number | null>
  /** The known device it began on; it may be known no more. */
  device_id: Generated<number | null>
}

/** What staff noted about a learner for each other. */
export interface LearnerNotesTable {
  id: Generated<number>
  user_id: number
  /** Null of what was noted with a command. */
  staff_id: number | null
  /** Who wrote it, as they were called then. */
  author: string
  body: string
  created_at: number
}

declare module '#db/database.ts' {
  interface Database {
    users: UsersTable
    codes: CodesTable
    one_time_codes: OneTimeCodesTable
    code_sends: CodeSendsTable
    code_tries: CodeTriesTable
    code_addresses: CodeAddressesTable
    code_hours: CodeHoursTable
    known_devices: KnownDevicesTable
    sessions: SessionsTable
    learner_notes: LearnerNotesTable
  }
}

export type UserRow = Selectable<UsersTable>
