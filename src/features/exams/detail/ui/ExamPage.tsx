import { paths } from '#lib/both/paths.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { MOCK_TEST } from '../../exams.rules.ts'
import { ExamDetailView } from './ExamDetailView.tsx'

/** A general exam before it is started (document 2, section 2, 'Exam detail of a general exam'). */
export function ExamPage({ examId }: { examId: number }) {
  return (
    <ExamDetailView
      examId={examId}
      place={{
        crumbs: () => [{ label: 'Exam', href: paths.mockTests }],
        fits: ({ exam_type }) => exam_type.id === MOCK_TEST,
        elsewhere: { label: 'See all exams', href: paths.mockTests },
        resultPath: (attemptId) => paths.mockTestResult(examId, attemptId),
      }}
    />
  )
}

export const ExamIsland = numbered(ExamPage, (examId) => ({ examId }))
