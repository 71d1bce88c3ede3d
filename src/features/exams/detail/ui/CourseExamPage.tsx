import { paths } from '#lib/both/paths.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import type { ExamCourse } from '../detail.contract.ts'
import { courseCrumbs, examinationsPath } from '../../ui/places.ts'
import { ExamDetailView } from './ExamDetailView.tsx'

/** An exam of a course before it is started; its address says all it needs (document 2, section 2, 'Exam screens'). */
function CourseExamPage({ courseId, examId }: { courseId: number; examId: number }) {
  const here = ({ id }: ExamCourse) => id === courseId
  return (
    <ExamDetailView
      examId={examId}
      place={{
        crumbs: (exam) => courseCrumbs(courseId, exam?.courses.find(here)?.title),
        fits: ({ courses }) => courses.some(here),
        elsewhere: { label: 'Back to the course', href: examinationsPath(courseId) },
        resultPath: (attemptId) => paths.courseExamResult(courseId, attemptId),
        course: courseId,
      }}
    />
  )
}

export const CourseExamIsland = numbered(CourseExamPage, (courseId, examId) => ({ courseId, examId }))
