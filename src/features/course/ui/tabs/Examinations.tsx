import { CourseExamList, WholeCourseExams } from '#features/exams/ui/course/CourseExamList.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Place } from '../../course-page.rules.ts'
import type { CoursePage } from '../../course.contract.ts'
import { LockedNote } from './LockedNote.tsx'
import { useParts } from './use-parts.ts'

export interface ExaminationsProps {
  course: CoursePage
  place: Place | undefined
  /** A video based exam stands above, so that there being no others is not worth a word. */
  quietIfNone: boolean
  reload: number
}

/** Exams of the chosen chapter, or of the whole course. */
export function Examinations({ course, place, quietIfNone, reload }: ExaminationsProps) {
  const active = course.courseStatus === 'Active'
  if (!place) return <WholeCourseExams courseId={course.id} active={active} />
  if (!place.chapter.open) return <LockedNote />
  return (
    <ChapterExams
      courseId={course.id}
      active={active}
      chapterId={place.chapter.id}
      quietIfNone={quietIfNone}
      reload={reload}
    />
  )
}

interface ChapterExamsProps {
  courseId: number
  active: boolean
  chapterId: number
  quietIfNone: boolean
  reload: number
}

function ChapterExams({ courseId, active, chapterId, quietIfNone, reload }: ChapterExamsProps) {
  const { parts, retry } = useParts(chapterId, reload)
  if (parts === 'loading') return <Skeleton lines={4} />
  if (parts === 'failed') return <ErrorState compact onRetry={retry} />
  if (parts.exams.length === 0 && quietIfNone) return null
  return <CourseExamList exams={parts.exams} courseId={courseId} active={active} />
}
