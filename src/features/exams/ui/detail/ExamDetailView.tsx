import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { paths, withQuery } from '#lib/paths.ts'
import { Breadcrumb, type Crumb } from '#ui/Breadcrumb.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { $detail, $starting, loadDetail, NOT_HERE, startAndOpen } from '../../exam-detail.store.ts'
import type { ExamDetail } from '../../exams.contract.ts'
import { ExamFacts } from '../ExamFacts.tsx'
import { counted } from '../format.ts'
import { Html } from '../Html.tsx'
import { PastResults } from './PastResults.tsx'
import { RegistrationDialog } from './RegistrationDialog.tsx'
import { startState } from './start-state.ts'

/** Where an exam's page stands. */
export interface ExamPlace {
  /** What leads to the exam: the crumbs before its own. */
  crumbs: (exam: ExamDetail | undefined) => Crumb[]
  /** False for an exam that belongs elsewhere; it is then not found here. */
  fits: (exam: ExamDetail) => boolean
  /** Where else to go when it is not found. */
  elsewhere: { label: string; href: string }
  resultPath: (attemptId: number) => string
  /** The course in which it is started; none for a general exam. */
  course?: number
}

/** An exam before it is started: what it is, the instructions, the start button and the results so far. */
export function ExamDetailView({ examId, place }: { examId: number; place: ExamPlace }) {
  const state = useStore($detail)
  const detail = state.name === 'shown' && !place.fits(state.exam) ? NOT_HERE : state
  useEffect(() => {
    void loadDetail(examId)
    // From the back-forward cache: the exam may have been started or submitted meanwhile.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && void loadDetail(examId)
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [examId])
  const exam = detail.name === 'shown' ? detail.exam : undefined
  const name = exam?.name
  useEffect(() => {
    if (name) document.title = `${name} | Padavu`
  }, [name])
  return (
    <>
      <Breadcrumb crumbs={[...place.crumbs(exam), ...(name ? [{ label: name }] : [])]} />
      <div className="mt-4">
        {detail.name === 'loading' && <Skeleton />}
        {detail.name === 'failed' &&
          (detail.retry ? (
            <ErrorState message={detail.message} onRetry={() => void loadDetail(examId)} />
          ) : (
            <EmptyState
              message={detail.message}
              actionLabel={place.elsewhere.label}
              href={place.elsewhere.href}
              ways={[
                { label: 'My Courses', href: paths.myCourses },
                { label: 'Support', href: paths.support },
              ]}
            />
          ))}
        {exam && <Shown exam={exam} place={place} />}
      </div>
      <Toasts />
    </>
  )
}

function Shown({ exam, place }: { exam: ExamDetail; place: ExamPlace }) {
  const starting = useStore($starting)
  const [registering, setRegistering] = useState(false)
  const { can, reason } = startState(exam)
  const start = async () => {
    const trouble = await startAndOpen(exam.id, place.course, exam.courses)
    if (trouble) toast.error(trouble)
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
      <div className="min-w-0 space-y-6">
        <header>
          <p className="text-sm font-medium text-muted">{exam.course_category.title}</p>
          <h1 className="mt-1 text-2xl font-bold sm:text-3xl">{exam.name}</h1>
        </header>
        <section aria-label="About this exam" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
          <ExamFacts exam={exam} />
        </section>
        {exam.instructions && (
          <section aria-labelledby="instructions" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
            <h2 id="instructions" className="mb-3 text-lg font-semibold">
              Instructions
            </h2>
            <Html html={exam.instructions} className="max-w-2xl" />
          </section>
        )}
      </div>
      <div className="space-y-6 lg:sticky lg:top-24">
        <section aria-label="Start" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
          {can === 'resume' && (
            <a href={withQuery(paths.takeExam(exam.id), { course: place.course })} className="btn btn-primary w-full">
              Resume Exam
            </a>
          )}
          {(can === 'start' || can === 'register' || can === 'continue') && (
            <button
              type="button"
              className="btn btn-primary w-full"
              aria-busy={starting}
              disabled={starting}
              onClick={() => (can === 'register' ? setRegistering(true) : void start())}
            >
              {starting ? 'Starting…' : can === 'continue' ? 'Continue Exam' : 'Start Exam'}
            </button>
          )}
          <p className={`text-sm ${can === 'nothing' ? 'font-medium' : 'mt-3 text-muted'}`}>
            {reason ?? 'The clock starts at once and does not stop, even if you leave.'}
          </p>
          <h2 className="mb-2 mt-6 font-semibold">Sections</h2>
          <ul className="divide-y divide-base-300 text-sm">
            {exam.sections.map(({ title, question_count }, index) => (
              <li key={index} className="flex justify-between gap-4 py-2">
                <span className="min-w-0">{title}</span>
                <span className="shrink-0 text-muted">{counted(question_count, 'question')}</span>
              </li>
            ))}
          </ul>
        </section>
        <PastResults results={exam.results} pathOf={place.resultPath} />
      </div>
      <RegistrationDialog
        open={registering}
        examId={exam.id}
        onClose={() => setRegistering(false)}
        onRegistered={() => {
          setRegistering(false)
          void start()
        }}
      />
    </div>
  )
}
