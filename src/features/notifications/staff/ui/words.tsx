import { counted } from '#lib/both/text/format.ts'
import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import type { ListedAnnouncement } from '../announcements.contract.ts'
import type { AnnouncementState, Audience } from '../announcements.rules.ts'

/** How screens of notifications call things. */

export const stateNames: Record<AnnouncementState, string> = {
  scheduled: 'Scheduled',
  sent: 'Sent',
  cancelled: 'Cancelled',
  withdrawn: 'Withdrawn',
}

const tones: Record<AnnouncementState, Tone> = {
  scheduled: 'waiting',
  sent: 'good',
  cancelled: 'plain',
  withdrawn: 'bad',
}

export function StateBadge({ state }: { state: AnnouncementState }) {
  return <StatusBadge tone={tones[state]}>{stateNames[state]}</StatusBadge>
}

export const audienceNames: Record<Audience, string> = {
  all: 'All learners',
  course: 'Those of a course',
  list: 'A list of phones',
  learner: 'One learner',
}

/** To whom one is: 'Degree Level Prelims', 'A list of 12'. */
export function toWhom({ audience, course, learners }: Pick<ListedAnnouncement, 'audience' | 'course' | 'learners'>) {
  if (audience === 'course') return course?.title ?? 'A course'
  if (audience === 'list') return `A list of ${counted(learners ?? 0, 'learner')}`
  return audienceNames[audience]
}

/** Figures as people here write them: 1,23,456. */
export const figure = (count: number) => count.toLocaleString('en-IN')

/** The share of all in percent, where there are any. */
export const share = (part: number, all: number) => (all === 0 ? '' : `${Math.round((part / all) * 100)}%`)
