import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/Toasts.tsx'
import type { CourseExam } from '../../course-exams.contract.ts'
import { $courseExams, loadCourseExams } from '../../course-exams.store.ts'
import { CourseExamCard } from './CourseExamCard.tsx'

export interface CourseExamListProps {
  exams: CourseExam[]
  courseId: number
  active: boolean
  withChapter?: boolean
}

/** Exams to unfold; the first stands open. */
export function CourseExamList({ exams, ...shared }: CourseExamListProps) {
  if (exams.length === 0) return <EmptyState compact message="No exams available" />
  return (
    <ul className="space-y-3">
      {exams.map((exam, index) => (
        <li key={exam.id}>
          <CourseExamCard exam={exam} open={index === 0} {...shared} />
        </li>
      ))}
    </ul>
  )
}

/** Every exam of a course, those of its chapters included. */
export function WholeCourseExams({ courseId, active }: { courseId: number; active: boolean }) {
  const loaded = useStore($courseExams)
  useEffect(() => {
    load(courseId)
    // From the back-forward cache: an exam may have been sat meanwhile.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && load(courseId)
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [courseId])
  if (loaded === 'failed') return <ErrorState compact onRetry={() => load(courseId)} />
  if (loaded === 'loading' || loaded.courseId !== courseId) return <Skeleton lines={4} />
  return <CourseExamList exams={loaded.exams} courseId={courseId} active={active} withChapter />
}

function load(courseId: number): void {
  void loadCourseExams(courseId).then((trouble) => trouble && toast.error(trouble, { id: trouble }))
}
