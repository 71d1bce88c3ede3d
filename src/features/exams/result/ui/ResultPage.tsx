import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbered } from '#lib/browser/numbered.tsx'
import { paths } from '#lib/both/paths.ts'
import { nameDocument } from '#lib/browser/site.ts'
import { Breadcrumb, type Crumb } from '#ui/navigation/Breadcrumb.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { Tabs } from '#ui/navigation/Tabs.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import type { ExamResult } from '../results.contract.ts'
import { $notCounted, dismissNotCounted, result } from '../exam-result.store.ts'
import { takeFlash } from '#lib/browser/device/flash.ts'
import FileTextIcon from 'virtual:lucide/file-text'
import { NotCountedNotice } from '../../not-counted/NotCountedNotice.tsx'
import { PractiseLink } from '#features/questions/ui/PractiseLink.tsx'
import { Analysis } from './analysis/Analysis.tsx'
import { NoResult } from './NoResult.tsx'
import { Scorecard } from './Scorecard.tsx'
import { Solutions } from './Solutions.tsx'

/** A general exam's result (document 2, section 2, 'Result view'). */
export function ResultPage({ examId, resultId }: { examId: number; resultId: number }) {
  const state = useLoaded(result, resultId)
  const name = state.is === 'shown' ? state.shown.name : undefined
  const crumbs: Crumb[] = [
    { label: 'Exam', href: paths.mockTests },
    ...(name ? [{ label: name, href: paths.mockTest(examId) }] : []),
    { label: 'Result' },
  ]
  return (
    <>
      <Breadcrumb crumbs={crumbs} />
      <div className="mt-4">
        <ExamResultView resultId={resultId} retakePath={paths.mockTest(examId)} />
      </div>
    </>
  )
}

/**
 * The result of any finished attempt, by its id alone.
 * @param props.retakePath where the exam may be started again
 */
export function ExamResultView({ resultId, retakePath }: { resultId: number; retakePath: string }) {
  const state = useLoaded(result, resultId)
  const notCounted = useStore($notCounted)
  const [messages] = useState(takeFlash)
  useEffect(() => {
    for (const text of messages) toast.success(text)
  }, [messages])
  return (
    <>
      {notCounted && <NotCountedNotice notCounted={notCounted} onDismiss={() => void dismissNotCounted()} />}
      {state.is === 'loading' && <Skeleton />}
      {state.is === 'failed' && <ErrorState onRetry={result.again} />}
      {state.is === 'missing' && <NoResult />}
      {state.is === 'shown' && <Loaded result={state.shown} retakePath={retakePath} />}
      <Toasts />
    </>
  )
}

const tabs = [
  { id: 'result', label: 'Result' },
  { id: 'analysis', label: 'Analysis' },
] as const

function Loaded({ result, retakePath }: { result: ExamResult; retakePath: string }) {
  const [tab, setTab] = useState<'result' | 'analysis'>('result')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState<{ index: number }>()
  const showsSolutions = result.view_answer === 'Y'
  useEffect(() => {
    nameDocument(`${result.name}: Result`)
  }, [result.name])
  const pick = (index: number) => {
    setTab('result')
    setOpen(true)
    setWanted({ index })
  }
  return (
    <>
      <h1 className="mb-3 text-2xl font-bold sm:text-3xl">{result.name}</h1>
      <p className="mb-6 flex flex-wrap gap-2">
        {result.course && <span className="badge border-0 bg-tint text-base-content">{result.course.title}</span>}
        <span className="badge border-0 bg-base-200 text-base-content">{result.course_category.title}</span>
        {result.attempt > 1 && <span className="badge border-base-300">Attempt {result.attempt}</span>}
      </p>
      <Tabs label="Result and analysis" tabs={tabs} selected={tab} onSelect={setTab}>
        {tab === 'result' ? (
          <>
            <Scorecard result={result} retakePath={retakePath} />
            {showsSolutions && (
              <PractiseLink missed={result.total_noq - result.correct_answer_count} source={`exam:${result.exam_id}`} />
            )}
            <div className="mt-6 flex flex-wrap gap-3">
              {showsSolutions && (
                <button
                  type="button"
                  className="btn btn-primary"
                  aria-expanded={open}
                  onClick={() => {
                    setWanted(undefined)
                    setOpen(!open)
                  }}
                >
                  {open ? 'Hide Solution' : 'View Solution'}
                </button>
              )}
              <a href={sheetPath(result)} className="btn">
                <FileTextIcon className="size-4.5" />
                Response sheet
              </a>
            </div>
            {open && <Solutions result={result} wanted={wanted} />}
          </>
        ) : (
          <Analysis result={result} onPick={showsSolutions ? pick : undefined} />
        )}
      </Tabs>
    </>
  )
}

/** Where the attempt is shown for print. */
function sheetPath({ id, exam_id, course }: ExamResult): string {
  return course ? paths.courseExamSheet(course.id, id) : paths.mockTestSheet(exam_id, id)
}

export const ResultIsland = numbered(ResultPage, (examId, resultId) => ({ examId, resultId }))
