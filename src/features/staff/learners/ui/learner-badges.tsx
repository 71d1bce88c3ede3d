import type { ListedLearner } from '#features/auth/staff/learners.contract.ts'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'

type State = Pick<ListedLearner, 'role' | 'blocked_at' | 'muted_at' | 'name'> & { deleted_at?: number | null }

/** What is out of the ordinary about a learner. */
export function LearnerBadges({ learner }: { learner: State }) {
  const { role, blocked_at, muted_at, name, deleted_at = null } = learner
  if (deleted_at !== null) return <StatusBadge tone="plain">Account ended</StatusBadge>
  return (
    <>
      {role === 'mentor' && <StatusBadge tone="news">Mentor</StatusBadge>}
      {blocked_at !== null && <StatusBadge tone="bad">Blocked</StatusBadge>}
      {muted_at !== null && <StatusBadge tone="waiting">May not write</StatusBadge>}
      {name === null && <StatusBadge tone="plain">No profile yet</StatusBadge>}
    </>
  )
}
