import type { Generated, Selectable } from 'kysely'

/** A mentor's comments carry a badge (document 2, section 6). */
export type Role = 'learner' | 'mentor'

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
}

/** A code does only what it was sent for. */
export type CodePurpose = 'login' | 'deletion'

export interface OneTimeCodesTable {
  user_id: number
  /** Salt and SHA-256 of salt and code, as `salt.hash`. */
  code_hash: string
  channel: 'sms' | 'whatsapp'
  device: string
  sent_at: number
  expires_at: number
  /** Guesses so far, the one being looked at included. */
  tries: Generated<number>
  used_at: number | null
  purpose: Generated<CodePurpose>
}

export interface CodeSendsTable {
  id: Generated<number>
  user_id: number
  address: string
  sent_at: number
}

/** A guess at a live code; the owner's log-in takes those of the same address back. */
export interface CodeTriesTable {
  id: Generated<number>
  user_id: number
  address: string
  tried_at: number
}

/** A call that has a limit (src/api/call-limits.ts). */
export interface CallCountsTable {
  user_id: number
  /** Method and path as declared. */
  call: string
  since: number
  calls: number
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
}

export interface OutboxMessagesTable {
  id: Generated<number>
  recipient: string
  channel: string
  code: string
  sent_at: number
}

export interface AuthTables {
  users: UsersTable
  one_time_codes: OneTimeCodesTable
  code_sends: CodeSendsTable
  code_tries: CodeTriesTable
  call_counts: CallCountsTable
  code_addresses: CodeAddressesTable
  sessions: SessionsTable
  outbox_messages: OutboxMessagesTable
}

export type UserRow = Selectable<UsersTable>
