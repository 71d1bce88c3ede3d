import type { Generated, Kysely, Transaction } from 'kysely'
import type { SearchKind } from '#lib/both/calls/search.ts'

interface MetaTable {
  key: string
  value: string
}

interface LeaseTable {
  name: string
  owner: string
  expires_at: number
}

/** What was answered to a call that creates something, for as long as it may be sent again (src/core/calls/create-once.ts). */
interface CreationRepliesTable {
  user_id: number
  /** As `callName` names it. */
  call: string
  /** The caller's name for the request. */
  key: string
  input_hash: string
  /** JSON; empty only within the transaction that creates. */
  reply: string
  created_at: number
}

/** A call that has a limit (src/core/calls/call-limits.ts). */
interface CallCountsTable {
  user_id: number
  /** Method and path as declared. */
  call: string
  since: number
  calls: number
}

/** The clock of one start of a machine. */
interface ClockFramesTable {
  boot: string
  /** The site's time minus the machine's uptime. */
  frame: number
  seen_at: number
  /** 1: staff have said that the machine's new time is right. */
  accepted: Generated<number>
}

/** A time that the site's clock went over without its passing. */
interface ClockStepsTable {
  id: Generated<number>
  before_at: number
  after_at: number
  cause: ClockStep
}

/** What servers of the version before write in the place of the log of staff. */
interface StaffLogTable {
  user_id: number | null
  reason: string
  before: string
  after: string
}

/** What staff did, in a chain of hashes; written by src/core/staff/staff-log.ts, and never changed. */
export interface AuditLogTable {
  id: number
  at: number
  /** Null of what was done with a command. */
  staff_id: number | null
  who: string
  address: string
  /** Method and path as declared, or the command. */
  call: string
  request_id: string
  action: string
  /** What it was done to: 'comment 12'. */
  subject: string
  details_hash: string
  previous_hash: string
  hash: string
}

/** What of an entry may be personal, which goes with the account of its learner. */
export interface AuditDetailsTable {
  log_id: number
  salt: string
  reason: string
  /** JSON of the values that changed. */
  before: string
  after: string
}

/** The learners that an entry is about. */
interface AuditLearnersTable {
  user_id: number
  log_id: number
}

/** The end of the chain: one row, once there is an entry. */
interface AuditHeadTable {
  id: number
  last_id: number
  hash: string
}

/** As `creation_replies`, of calls of staff. */
interface StaffCreationRepliesTable extends Omit<CreationRepliesTable, 'user_id'> {
  staff_id: number
}

interface StaffCallCountsTable extends Omit<CallCountsTable, 'user_id'> {
  staff_id: number
}

/** Searches of a member of the staff on a day, by call and kind (src/core/calls/note-search.ts). */
interface StaffSearchCountsTable {
  staff_id: number
  /** Midnight in India, as an instant. */
  day: number
  call: string
  kind: SearchKind
  searches: number
  /** Searches for words that this member had not searched for on that day. */
  different: number
}

interface StaffSearchedWordsTable extends Pick<StaffSearchCountsTable, 'staff_id' | 'day' | 'call'> {
  /** HMAC-SHA256 of what was typed. */
  words_hash: string
}

/** What of the content was changed in the console; written by src/core/content/content-changes.ts. */
interface ContentChangesTable {
  kind: string
  /** As a pack names the entry. */
  key: string
  /** JSON list of the fields that are not as the last pack had them. */
  fields: string
  who: string
  changed_at: number
  version: number
}

/** How texts of the content were written; by src/core/content/text-sources.ts. */
interface ContentSourcesTable {
  kind: string
  key: string
  /** Of the HTML that was made of it. */
  print: string
  /** JSON: Markdown by field, and the stored files that it names. */
  source: string
}

/** What learners did, kept as it happened; written by src/core/activity-log.ts. */
export interface ActivityLogTable {
  id: Generated<number>
  user_id: number
  kind: 'syllabus' | 'workout' | 'live_class' | 'purchase' | 'splash'
  /** The course, workout, live class or splash. */
  target_id: number
  detail: string
  created_at: number
}

/** PostgreSQL knew it; nobody was in an exam; staff said so; no server ran meanwhile. */
export type ClockStep = 'postgres' | 'quiet' | 'accepted' | 'away'

/**
 * Every table. Those of a feature add themselves in its `*.tables.ts` (`declare module '#db/database.ts'`), so that this floor
 * knows nothing of what stands above it.
 */
export interface Database {
  /** Single facts: content version, phone, flags, data version. */
  meta: MetaTable
  /** Who does which work that one process at a time does. */
  leases: LeaseTable
  creation_replies: CreationRepliesTable
  call_counts: CallCountsTable
  clock_frames: ClockFramesTable
  clock_steps: ClockStepsTable
  staff_log: StaffLogTable
  audit_log: AuditLogTable
  audit_details: AuditDetailsTable
  audit_learners: AuditLearnersTable
  audit_head: AuditHeadTable
  staff_creation_replies: StaffCreationRepliesTable
  staff_call_counts: StaffCallCountsTable
  staff_search_counts: StaffSearchCountsTable
  staff_searched_words: StaffSearchedWordsTable
  activity_log: ActivityLogTable
  content_changes: ContentChangesTable
  content_sources: ContentSourcesTable
}

export type Engine = 'sqlite' | 'postgres'

/** A handle for queries: the database itself or a transaction in it. */
export type Db = Kysely<Database> | Transaction<Database>
