import type { ListedLearner } from '#features/auth/staff/server/find-learners.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { brief } from './print.ts'

/** The beginning of a learner's line in every list. */
export const namesOf = ({
  id,
  name,
  country_code,
  phone,
}: Pick<ListedLearner, 'id' | 'name' | 'country_code' | 'phone'>) => [
  String(id),
  brief(name ?? '(no profile)', 30),
  `+${country_code} ${phone}`,
]

/** What is out of the ordinary about a learner. */
export const stateOf = ({ role, blocked_at, muted_at }: Pick<ListedLearner, 'role' | 'blocked_at' | 'muted_at'>) =>
  [
    role === 'mentor' && 'mentor',
    blocked_at !== null && 'blocked',
    muted_at !== null && 'may not write in discussions',
  ].filter(Boolean)

/** Columns of a list of learners, and what stands in them. */
export const listedHeadings = ['ID', 'NAME', 'PHONE', 'LAST LOGGED IN']

export const listedLine = (learner: ListedLearner) => [
  ...namesOf(learner),
  learner.last_logged_on === null ? 'never' : displayTime(learner.last_logged_on),
]
