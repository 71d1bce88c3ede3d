import { useEffect } from 'react'
import { CourseExamList, someUpcoming, WholeCourseExams } from '#features/exams/list/ui/CourseExamList.tsx'
import { keepFresh } from '#lib/browser/call/keep-fresh.ts'
import { isShown } from '#lib/browser/call/loading.ts'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { chapterParts } from '../../player/chapter.store.ts'
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
  const shared = { courseId: course.id, status: course.courseStatus }
  if (!place) return <WholeCourseExams {...shared} />
  const { id, open } = place.chapter
  if (!open) return <WholeCourseExams {...shared} chapterId={id} none={quietIfNone ? null : <LockedNote />} />
  return <ChapterExams {...shared} chapterId={id} quietIfNone={quietIfNone} reload={reload} />
}

interface ChapterExamsProps extends Pick<ExaminationsProps, 'quietIfNone' | 'reload'> {
  courseId: number
  status: CoursePage['courseStatus']
  chapterId: number
}

function ChapterExams({ courseId, status, chapterId, quietIfNone, reload }: ChapterExamsProps) {
  const state = useParts(chapterId, reload)
  useEffect(() => {
    const isDue = () => isShown(chapterParts, ({ exams }) => someUpcoming(exams))
    return keepFresh(chapterParts.refresh, { isDue })
  }, [])
  if (state.is === 'loading') return <Skeleton lines={4} />
  if (state.is === 'failed') return <ErrorState compact onRetry={chapterParts.again} />
  const parts = state.shown
  if (parts.exams.length === 0 && quietIfNone) return null
  return <CourseExamList exams={parts.exams} courseId={courseId} status={status} />
}
