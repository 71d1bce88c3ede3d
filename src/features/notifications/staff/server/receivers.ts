import type { Db } from '#db/database.ts'
import { isVisible } from '#features/auth/staff/learner-fields.rules.ts'
import { whyNot } from '#features/auth/staff/phone-list/phone-list.rules.ts'
import { badLines, learnerListed, learnersListed } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'
import type { BadRow } from '#features/auth/staff/phone-list/phone-list.contract.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import type { Audience } from '../announcements.rules.ts'

/** To whom something is told, as it was typed. */
export interface Receivers {
  audience: Audience
  course_id: number | null
  /** Phones of a list. */
  csv: string
  /** The phone of one learner. */
  mobile: string
}

export interface FoundReceivers {
  audience: Audience
  courseId: number | null
  /** Of a list, or of one learner; undefined where those stay who are on it. */
  learners: number[] | undefined
}

/** Caller of a write, and the state before it. */
interface Writer {
  roles: readonly StaffRole[]
  /** Audience of the notification that is changed: its list or learner stays where the field is empty. */
  kept?: Audience | undefined
}

/**
 * Finds the receivers that were typed, and lines that match no learner. Roles that do not see phones cannot look learners
 * up by phone: the answer would tell which phones have an account.
 * @throws invalid naming `audience`, `course_id`, `csv` or `mobile`
 */
export async function findReceivers(
  db: Db,
  { audience, course_id, csv, mobile }: Receivers,
  { roles, kept }: Writer,
): Promise<FoundReceivers & { bad: BadRow[] }> {
  const nobody = { audience, courseId: null, learners: undefined, bad: [] }
  if (audience === 'all') return nobody
  if (audience === 'course') return { ...nobody, courseId: await courseMeant(db, course_id) }
  const typed = audience === 'list' ? csv : mobile
  if (typed.trim() === '') {
    if (kept === audience) return nobody
    throw invalid(
      audience === 'list' ? { csv: 'Please paste phones, or choose a file' } : { mobile: 'Please enter a phone' },
    )
  }
  if (!isVisible('phone', roles)) throw invalid({ audience: 'Your role cannot choose learners by phone' })
  if (audience === 'list') return { ...nobody, ...(await learnersListed(db, csv)) }
  return { ...nobody, ...(await learnerListed(db, mobile)) }
}

/**
 * The same of what is to be stored.
 * @throws invalid also when a line names nobody
 */
export async function receiversOf(db: Db, given: Receivers, writer: Writer): Promise<FoundReceivers> {
  const { bad, ...found } = await findReceivers(db, given, writer)
  const [first] = bad
  if (first) throw invalid(given.audience === 'list' ? { csv: badLines(bad) } : { mobile: whyNot[first.why] })
  return found
}

async function courseMeant(db: Db, courseId: number | null): Promise<number> {
  if (courseId === null) throw invalid({ course_id: 'Please choose a course' })
  const course = await db.selectFrom('courses').select('id').where('id', '=', courseId).executeTakeFirst()
  if (!course) throw notFound(`There is no course ${courseId}`)
  return courseId
}
