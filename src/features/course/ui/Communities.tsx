import { useStore } from '@nanostores/react'
import CheckIcon from 'virtual:lucide/check'
import { $joined, hasJoined, noteJoin } from '../community.store.ts'
import { communitiesOf } from '../course-page.rules.ts'
import type { CoursePage } from '../course.contract.ts'
import UsersIcon from 'virtual:lucide/users'

/** The buttons of the course's groups, each in a new tab; a join is noted. */
export function CommunityLinks({ course }: { course: CoursePage }) {
  return (
    <ul className="grid max-w-sm gap-3">
      {communitiesOf(course).map((community) => (
        <li key={community.option}>
          <a
            href={community.link}
            target="_blank"
            rel="noopener noreferrer"
            className="btn w-full"
            onClick={() => void noteJoin(course.id, community)}
          >
            <UsersIcon className="size-5 text-primary" />
            {community.label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The community tab of an active course. */
export function CommunityTab({ course }: { course: CoursePage }) {
  const joined = hasJoined(course, useStore($joined))
  if (communitiesOf(course).length === 0) {
    return <p className="py-8 text-center text-muted">This course has no community groups yet.</p>
  }
  return (
    <div className="max-w-xl">
      <p className="mb-4 text-muted">
        Learn together: ask other learners of this course, and be the first to hear of new chapters and live classes.
      </p>
      <CommunityLinks course={course} />
      {joined && (
        <p className="mt-4 flex items-center gap-2 text-sm font-medium text-success">
          <CheckIcon className="size-4" />
          You have joined a group of this course.
        </p>
      )}
    </div>
  )
}
