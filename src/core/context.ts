import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Engine } from '#db/database.ts'
import type { GroupCommit } from '#db/statements/group-commit.ts'
import type { OpenDatabase } from '#db/open.ts'
import type { Clock } from '#lib/both/time/clock.ts'
import type { Tracing } from './metrics/tracing.ts'
import type { CodeSender } from '#providers/codes/code-sender.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import type { PaymentProvider } from '#providers/payment/payment-provider.ts'
import type { PushSender } from '#providers/push/push-sender.ts'
import type { ReadCatalogue } from './site/catalogue-reader.ts'
import type { Config } from './config.ts'
import type { Creation } from './calls/create-once.ts'
import type { DeviceCookie } from './calls/device-cookie.ts'
import type { Faults } from './faults.ts'
import type { PersonalPart } from './personal-data/part.ts'
import type { Leases } from './background/leases.ts'
import type { PrivateLinks } from './files/private-files.ts'
import type { Readiness } from './readiness.ts'
import type { ReadSite } from './site/site.ts'
import type { StaffWork } from './staff/staff-log.ts'
import type { StaffCookies } from './staff/staff-cookies.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'

/** A mentor's comments carry a badge (document 2, section 6). */
export type Role = 'learner' | 'mentor'

/** What the whole process shares. */
export interface Services {
  config: Config
  db: Kysely<Database>
  engine: Engine
  /** Runs a write of one statement, on SQLite together with others that wait. */
  groupCommit: GroupCommit
  now: Clock
  log: Logger
  codes: CodeSender
  files: FileStore
  payments: PaymentProvider
  push: PushSender
  /** Addresses of private files that work for a short time. */
  links: PrivateLinks
  /** Facts that come with the content: version, phone, flags. Read from memory, at most a second old. */
  site: ReadSite
  /** Reads the public catalogue, and nothing of learners: what it reads may be a little behind. */
  catalogue: ReadCatalogue
  /** What goes wrong with the database and the disk. */
  faults: Faults
  /** What is known of a person, by those who own the rows. */
  personalParts: readonly PersonalPart[]
  /** Says whether this process is about to stop. */
  readiness: Readiness
  /** Which background work is this process's. */
  leases: Leases
  /** Connections to PostgreSQL, for metrics. */
  connections?: Record<'primary' | 'replica', OpenDatabase['connections']>
  /** Where traces go, when they go anywhere. */
  tracing?: Tracing | undefined
  close: () => Promise<void>
}

/** The learner behind a valid bearer token. */
export interface SignedIn {
  id: number
  sessionId: number
  countryCode: string
  phone: string
  name: string | null
  role: Role
  registrationCompleted: boolean
}

/** What every server function of a feature gets first. */
export interface Context extends Services {
  requestId: string
  /** The caller's address, for limits. */
  address: string
  userAgent: string
  /** The signal that is aborted when the caller has disconnected. */
  signal: () => AbortSignal
  /** The cookie of a browser that somebody has logged in on. */
  device: DeviceCookie
  /** The cookies of staff. */
  staffCookies: StaffCookies
}

/** The same for a call that needs a learner. */
export interface LearnerContext extends Context {
  user: SignedIn
  /** The request's name, where a call that creates something has one. */
  creation?: Creation | undefined
}

/** Who of the staff is logged in. */
export interface SignedInStaff {
  id: number
  sessionId: number
  name: string
  roles: readonly StaffRole[]
  /** When the session began. */
  since: number
  /** When the last second factor was given in this session. */
  factorAt: number
}

/** What a function gets that answers a call of staff. */
export interface StaffContext extends Context {
  staff: SignedInStaff
  /** What goes into the log with what is done. @param reason why, where the call asks for it */
  work: (reason?: string) => StaffWork
  creation?: Creation | undefined
}

/** The log-in of staff that is under way. */
export interface Entering {
  logInId: number
  staffId: number
  /** Their row of `users`. */
  userId: number
  /** The phone was proved with a code of 8 digits. */
  isConfirmed: boolean
  name: string
  roles: readonly StaffRole[]
}

/** The same for a call of somebody of the staff who has proved their phone. */
export interface EnteringContext extends Context {
  entering: Entering
}
