import { useEffect } from 'react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { paths } from '#lib/both/paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { readId } from '#lib/both/calls/read-id.ts'
import { detail, whyNot } from '../../detail/exam-detail.store.ts'
import { examPath, resultPath } from '../../exam-outcome.browser.ts'
import { ExamResultView } from './ResultPage.tsx'

/** `/exam/{examId}/result`: leads to the learner's latest result of the exam; `?id=` names another one. */
export function LatestResult({ examId }: { examId: number }) {
  const named = readId(new URLSearchParams(location.search).get('id'))
  return named === undefined ? (
    <Latest examId={examId} />
  ) : (
    <ExamResultView resultId={named} retakePath={paths.takeExam(examId)} />
  )
}

function Latest({ examId }: { examId: number }) {
  const state = useLoaded(detail, examId)
  const exam = state.is === 'shown' ? state.shown : undefined
  const latest = exam?.results[0]
  useEffect(() => {
    if (exam && latest) location.replace(resultPath(examId, exam.exam_type.id, latest.attempt_id, exam.courses))
  }, [examId, exam, latest])
  const problem = whyNot(state)
  if (problem) {
    return (
      <>
        <h1 className="sr-only">Result</h1>
        {problem.retry ? (
          <ErrorState message={problem.message} onRetry={detail.again} />
        ) : (
          <EmptyState
            message={problem.message}
            actionLabel="See all exams"
            href={paths.mockTests}
            ways={[
              { label: 'My Courses', href: paths.myCourses },
              { label: 'Dashboard', href: paths.dashboard },
            ]}
          />
        )}
      </>
    )
  }
  if (!exam || latest) return <Skeleton />
  return (
    <>
      <h1 className="sr-only">Result</h1>
      <EmptyState
        message="No result yet"
        hint={
          exam.open_attempt
            ? 'Your attempt is under way. Its result will appear here when it is submitted.'
            : 'The result will appear here after your first attempt.'
        }
        actionLabel={exam.open_attempt ? 'Resume Exam' : 'See the exam'}
        href={exam.open_attempt ? paths.takeExam(examId) : examPath(examId, exam.exam_type.id, exam.courses)}
      />
    </>
  )
}

export const LatestResultIsland = numbered(LatestResult, (examId) => ({ examId }))
