import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { paths } from '#lib/both/paths.ts'
import { Breadcrumb } from '#ui/navigation/Breadcrumb.tsx'
import { MOCK_TEST } from '../../exams.rules.ts'
import type { ExamResult } from '../results.contract.ts'
import { result as ofAttempt } from '../exam-result.store.ts'
import { courseCrumbs } from '../../ui/places.ts'
import { ExamResultView } from './ResultPage.tsx'

/** The result of a course's exam; its address says all it needs (document 2, section 2, 'Exam result screen'). */
function CourseResultPage({ courseId, resultId }: { courseId: number; resultId: number }) {
  const state = useLoaded(ofAttempt, resultId)
  const result = state.is === 'shown' ? state.shown : undefined
  // The attempt may have been started in another course of the exam than the one the learner comes from.
  const title = result?.course && (result.course.id === courseId ? result.course.title : 'Course')
  return (
    <>
      <Breadcrumb crumbs={[...courseCrumbs(courseId, title ?? undefined), { label: 'Result' }]} />
      <div className="mt-4">
        <ExamResultView resultId={resultId} retakePath={retakePath(courseId, result)} />
      </div>
    </>
  )
}

function retakePath(courseId: number, result: ExamResult | undefined): string {
  if (!result) return paths.myCourse(courseId)
  return result.exam_type.id === MOCK_TEST ? paths.mockTest(result.exam_id) : paths.courseExam(courseId, result.exam_id)
}

export const CourseResultIsland = numbered(CourseResultPage, (courseId, resultId) => ({ courseId, resultId }))
