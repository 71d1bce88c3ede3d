import { useEffect, type ReactNode } from 'react'
import { keepFresh } from '#lib/browser/call/keep-fresh.ts'
import { isShown } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { serverNow } from '#lib/browser/server-time.ts'
import { useNow } from '#lib/browser/use-now.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import type { CourseExam } from '../course-exams.contract.ts'
import { examsOfChapter } from '../course-exams.rules.ts'
import { courseExams } from '../course-exams.store.ts'
import { datesOf, phaseOf } from '../../exams.rules.ts'
import { CourseExamCard, type CourseExamCardProps } from './CourseExamCard.tsx'

export interface CourseExamListProps extends Pick<CourseExamCardProps, 'courseId' | 'status' | 'withChapter'> {
  exams: CourseExam[]
  /** What stands for a list without any. */
  none?: ReactNode
}

/** Exams to unfold; the first stands open. */
export function CourseExamList({ exams, none, ...shared }: CourseExamListProps) {
  const now = useNow(serverNow, { changes: exams.flatMap(datesOf) }) ?? serverNow()
  if (exams.length === 0) return none === undefined ? <EmptyState compact message="No exams available" /> : none
  return (
    <ul className="space-y-3">
      {exams.map((exam, index) => (
        <li key={exam.id}>
          <CourseExamCard exam={exam} now={now} open={index === 0} {...shared} />
        </li>
      ))}
    </ul>
  )
}

/** True where an exam is yet to open, so that its dates may change while it is waited for. */
export const someUpcoming = (exams: readonly CourseExam[]) =>
  exams.some((exam) => phaseOf(exam, serverNow()) === 'upcoming')

export interface WholeCourseExamsProps extends Omit<CourseExamListProps, 'exams' | 'withChapter'> {
  /** Those of one chapter alone: of a locked one the chapter itself does not tell. */
  chapterId?: number
}

/** Every exam of a course, those of its chapters included. */
export function WholeCourseExams({ courseId, chapterId, ...shared }: WholeCourseExamsProps) {
  const state = useLoaded(courseExams, courseId)
  useEffect(() => {
    // From the back-forward cache: an exam may have been sat meanwhile.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && void courseExams.again()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  useEffect(() => keepFresh(courseExams.refresh, { isDue: () => isShown(courseExams, someUpcoming) }), [])
  if (state.is === 'failed') return <ErrorState compact onRetry={courseExams.again} />
  if (state.is === 'loading') return <Skeleton lines={4} />
  const exams = chapterId === undefined ? state.shown : examsOfChapter(state.shown, chapterId)
  return <CourseExamList exams={exams} courseId={courseId} withChapter={chapterId === undefined} {...shared} />
}
