import type { Db } from '#db/database.ts'
import { whyNot } from '#features/auth/staff/phone-list/phone-list.rules.ts'
import { badLines, learnersListed } from '#features/auth/staff/phone-list/server/learners-listed.ts'
import { invalid, notFound } from '#lib/both/calls/errors.ts'
import type { BadRow } from '#features/auth/staff/phone-list/phone-list.contract.ts'
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

/**
 * Whom somebody means, and lines that name nobody.
 * @param kept who are meant where a list or a phone is left empty; undefined where nobody is
 * @throws invalid naming `course_id`, `csv` or `mobile`
 */
export async function findReceivers(
  db: Db,
  { audience, course_id, csv, mobile }: Receivers,
  kept?: Audience,
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
  if (audience === 'list') return { ...nobody, ...(await learnersListed(db, csv)) }
  // A first line without a digit would be taken for the name of a column.
  if (!/\d/.test(mobile)) throw invalid({ mobile: whyNot.not_a_phone })
  return { ...nobody, ...(await learnersListed(db, mobile)) }
}

/**
 * The same of what is to be stored.
 * @throws invalid also when a line names nobody
 */
export async function receiversOf(db: Db, given: Receivers, kept?: Audience): Promise<FoundReceivers> {
  const { bad, ...found } = await findReceivers(db, given, kept)
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
