import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $user } from '#features/auth/auth.store.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { NOT_ACTIVE } from '../discussions.rules.ts'
import { Discussion } from './Discussion.tsx'

export interface DiscussionPanelProps {
  courseId: number
  /** Null for a course without discussions. */
  panelId: number | null
  courseStatus: 'Active' | 'Not Purchased' | 'Expired'
}

/** The discussions of a course, asked for only when it is active and has a panel (document 2, section 5). */
export function DiscussionPanel({ courseId, panelId, courseStatus }: DiscussionPanelProps) {
  const user = useStore($user)
  // The server that draws the page does not know the learner.
  const [started, setStarted] = useState(false)
  useEffect(() => setStarted(true), [])
  if (courseStatus !== 'Active') return <EmptyState compact message={NOT_ACTIVE} />
  if (panelId === null) {
    return <EmptyState compact message="Discussion panel is not created for this course. Pleae contact mentors" />
  }
  return started && user ? <Discussion key={courseId} panelId={panelId} userId={user.id} /> : <Skeleton />
}
