import type { Generated, Kysely, Transaction } from 'kysely'

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

/** What those who run the site did; written by src/core/staff-log.ts. */
interface StaffLogTable {
  id: Generated<number>
  at: number
  who: string
  action: string
  /** What it was done to: 'comment 12'. */
  subject: string
  /** The learner it was done to; null once their account has ended. */
  user_id: number | null
  reason: string
  /** JSON of the values that changed. */
  before: string
  after: string
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
  activity_log: ActivityLogTable
  content_changes: ContentChangesTable
  content_sources: ContentSourcesTable
}

export type Engine = 'sqlite' | 'postgres'

/** A handle for queries: the database itself or a transaction in it. */
export type Db = Kysely<Database> | Transaction<Database>
