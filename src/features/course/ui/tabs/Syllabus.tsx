import { useStore } from '@nanostores/react'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { logSyllabusOpened } from '../../player/chapter-log.store.ts'
import { coursePage, refreshCourse } from '../../course-page.store.ts'
import type { CoursePage } from '../../course.contract.ts'
import { fileKind, FileRow } from './FileRow.tsx'
import { openFresh } from './open-fresh.ts'

/** Syllabus files of the course, a year each; opening one is noted. Locked while the course is not active. */
export function Syllabus({ course }: { course: CoursePage }) {
  const state = useStore(coursePage.$state)
  const loadedAt = state.is === 'shown' ? state.shown.loadedAt : 0
  if (course.syllabuses.length === 0) return <EmptyState compact message="No Downloadable syllabus Available." />
  const fresh = async (syllabusId: number) =>
    (await refreshCourse()).syllabuses.find(({ id }) => id === syllabusId)?.attachment ?? undefined
  return (
    <ul className="grid gap-3 xl:grid-cols-2">
      {course.syllabuses.map(({ id, syllabus_year, attachment }) => (
        <li key={id}>
          <FileRow
            title={`Syllabus ${syllabus_year}`}
            hint={attachment === null ? lockedHint(course.courseStatus) : fileKind(attachment)}
            href={attachment}
            onClick={(event) => {
              logSyllabusOpened(course.id)
              openFresh(event, loadedAt, () => fresh(id))
            }}
          />
        </li>
      ))}
    </ul>
  )
}

const lockedHint = (status: CoursePage['courseStatus']) =>
  status === 'Expired' ? 'Opens again when the course is renewed' : 'Opens when the course is bought'
