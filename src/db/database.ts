import type { Generated, Kysely, Transaction } from 'kysely'
import type { AuthTables } from '#features/auth/auth.tables.ts'
import type { CatalogueTables } from '#features/catalogue/catalogue.tables.ts'
import type { CourseTables } from '#features/course/course.tables.ts'
import type { DashboardTables } from '#features/dashboard/dashboard.tables.ts'
import type { DiscussionTables } from '#features/discussions/discussions.tables.ts'
import type { ExamTables } from '#features/exams/exams.tables.ts'
import type { LiveClassTables } from '#features/live-classes/live-classes.tables.ts'
import type { NewsTables } from '#features/news/news.tables.ts'
import type { NotificationTables } from '#features/notifications/notifications.tables.ts'
import type { ProfileTables } from '#features/profile/profile.tables.ts'
import type { PurchaseTables } from '#features/purchases/purchases.tables.ts'
import type { QuizTables } from '#features/quizzes/quizzes.tables.ts'
import type { PracticeTables } from '#features/practice/practice.tables.ts'
import type { SupportTables } from '#features/support/support.tables.ts'
import type { WebinarTables } from '#features/webinars/webinars.tables.ts'
import type { WorkoutTables } from '#features/workouts/workouts.tables.ts'

export interface MetaTable {
  key: string
  value: string
}

export interface LeaseTable {
  name: string
  owner: string
  expires_at: number
}

/** What was answered to a call that creates something, for as long as it may be sent again (src/api/create-once.ts). */
export interface CreationRepliesTable {
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

/** The clock of one start of a machine. */
export interface ClockFramesTable {
  boot: string
  /** The site's time minus the machine's uptime. */
  frame: number
  seen_at: number
  /** 1: staff have said that the machine's new time is right. */
  accepted: Generated<number>
}

/** A time that the site's clock went over without its passing. */
export interface ClockStepsTable {
  id: Generated<number>
  before_at: number
  after_at: number
  cause: ClockStep
}

/** What those who run the site did; written by src/api/staff-log.ts. */
export interface StaffLogTable {
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

/** PostgreSQL knew it; nobody was in an exam; staff said so; no server ran meanwhile. */
export type ClockStep = 'postgres' | 'quiet' | 'accepted' | 'away'

/** Every table, each described in its feature's `*.tables.ts`. */
export interface Database
  extends
    AuthTables,
    CatalogueTables,
    CourseTables,
    DashboardTables,
    DiscussionTables,
    ExamTables,
    LiveClassTables,
    NewsTables,
    NotificationTables,
    ProfileTables,
    PurchaseTables,
    QuizTables,
    PracticeTables,
    SupportTables,
    WebinarTables,
    WorkoutTables {
  /** Single facts: content version, phone, flags, data version. */
  meta: MetaTable
  /** Who does which work that one process at a time does. */
  leases: LeaseTable
  creation_replies: CreationRepliesTable
  clock_frames: ClockFramesTable
  clock_steps: ClockStepsTable
  staff_log: StaffLogTable
}

export type Engine = 'sqlite' | 'postgres'

/** A handle for queries: the database itself or a transaction in it. */
export type Db = Kysely<Database> | Transaction<Database>
