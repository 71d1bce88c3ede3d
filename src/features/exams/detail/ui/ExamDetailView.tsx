import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { keepFresh } from '#lib/browser/call/keep-fresh.ts'
import { isShown } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { paths } from '#lib/both/paths.ts'
import { nameDocument } from '#lib/browser/site.ts'
import { serverNow } from '#lib/browser/server-time.ts'
import { Breadcrumb, type Crumb } from '#ui/navigation/Breadcrumb.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { NOT_HERE } from '../detail-failure.rules.ts'
import { phaseOf } from '../../exams.rules.ts'
import { $starting, detail, refreshDetail, startAndOpen, whyNot } from '../exam-detail.store.ts'
import type { ExamDetail } from '../detail.contract.ts'
import { ExamFacts } from '../../ui/ExamFacts.tsx'
import { counted } from '#lib/both/text/format.ts'
import { Html } from '#features/questions/ui/Html.tsx'
import { PastResults } from './PastResults.tsx'
import { RegistrationDialog } from '../../registration/ui/RegistrationDialog.tsx'
import { StartAction } from './StartAction.tsx'

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
  const state = useLoaded(detail, examId)
  useEffect(() => {
    // From the back-forward cache: the exam may have been started or submitted meanwhile.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && void detail.again()
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
  useEffect(() => {
    const isDue = () => isShown(detail, (exam) => phaseOf(exam, serverNow()) === 'upcoming')
    return keepFresh(refreshDetail, { isDue })
  }, [])
  const exam = state.is === 'shown' && place.fits(state.shown) ? state.shown : undefined
  const problem = state.is === 'shown' && !exam ? NOT_HERE : whyNot(state)
  const name = exam?.name
  useEffect(() => {
    if (name) nameDocument(name)
  }, [name])
  return (
    <>
      <Breadcrumb crumbs={[...place.crumbs(exam), ...(name ? [{ label: name }] : [])]} />
      <div className="mt-4">
        {state.is === 'loading' && <Skeleton />}
        {problem && <h1 className="sr-only">Exam</h1>}
        {problem &&
          (problem.retry ? (
            <ErrorState message={problem.message} onRetry={detail.again} />
          ) : (
            <EmptyState
              message={problem.message}
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
  const start = async () => {
    const trouble = await startAndOpen(exam.id, place.course, exam.courses)
    if (trouble) toast.error(trouble)
  }
  return (
    <>
      <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-8">
        <div className="min-w-0 space-y-6">
          <header>
            <p className="text-sm font-medium text-muted">{exam.course_category.title}</p>
            <h1 className="mt-1 text-2xl font-bold sm:text-3xl">{exam.name}</h1>
          </header>
          <section aria-label="About this exam" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
            <ExamFacts exam={exam} />
          </section>
          {exam.instructions && (
            <section
              aria-labelledby="instructions"
              className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6"
            >
              <h2 id="instructions" className="mb-3 text-lg font-semibold">
                Instructions
              </h2>
              <Html html={exam.instructions} className="max-w-2xl" />
            </section>
          )}
        </div>
        {/* Where there is no room beside the facts, the start stays in sight below them, as a BottomBar does. */}
        <div className="contents lg:sticky lg:top-24 lg:block lg:space-y-6">
          <section
            aria-label="Start"
            data-bottom-bar="narrow"
            className="border-base-300 bg-base-100 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:order-last max-lg:-mx-4 max-lg:-mb-6 max-lg:border-t max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-lg:[@media(max-height:20rem)]:static sm:max-lg:-mx-6 sm:max-lg:px-6 lg:rounded-box lg:border lg:p-6"
          >
            <StartAction
              exam={exam}
              course={place.course}
              starting={starting}
              onStart={() => void start()}
              onRegister={() => setRegistering(true)}
            />
          </section>
          <section aria-labelledby="sections" className="rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
            <h2 id="sections" className="mb-2 font-semibold">
              Sections
            </h2>
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
    </>
  )
}
