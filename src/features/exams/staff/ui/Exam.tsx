import { useState } from 'react'
import { useStore } from '@nanostores/react'
import { counted, countedMarks } from '#lib/both/text/format.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { numbersOfAddress } from '#lib/browser/numbers.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { Later } from '#ui/states/Later.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { SectionTabs } from '#ui/staff/SectionTabs.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import { Toasts } from '#ui/Toasts.tsx'
import type { ExamOfStaff } from '../exams.contract.ts'
import { address, exam as examLoader } from './exam-screen.browser.ts'
import { Questions } from './Questions.tsx'
import { Results } from './Results.tsx'
import { SittingNow, type TimeRules } from './SittingNow.tsx'

const tabs = [
  { id: 'sitting', label: 'Sitting now' },
  { id: 'results', label: 'Results' },
  { id: 'questions', label: 'Questions' },
  { id: 'overview', label: 'Overview' },
] as const

/** @param rules of the forms that give time */
export function Exam({ rules }: { rules: TimeRules }) {
  const [id] = useState(() => numbersOfAddress()[0]!)
  const { paper } = useStore(address.$values)
  const loaded = useLoaded(examLoader, { id, paper })
  if (loaded.is === 'missing' || loaded.is === 'failed')
    return (
      <>
        <h1 className="sr-only">Exam</h1>
        {loaded.is === 'missing' ? (
          <EmptyState message="There is no such exam" />
        ) : (
          <LoadFailure failed={loaded} what="This exam" onRetry={() => void examLoader.again()} />
        )}
      </>
    )
  return (
    <>
      {loaded.is === 'shown' ? <Head exam={loaded.shown} /> : <div className="skeleton mb-5 h-20" />}
      <SectionTabs label="The exam" address={address} name="tab" tabs={tabs}>
        {(tab) =>
          tab === 'sitting' ? (
            <SittingNow id={id} rules={rules} />
          ) : tab === 'results' ? (
            <Results id={id} />
          ) : tab === 'questions' ? (
            <Questions id={id} />
          ) : (
            <Later name="overview" load={() => import('./Overview.tsx')} waiting={<div className="skeleton h-80" />}>
              {({ Overview }) =>
                loaded.is === 'shown' ? <Overview exam={loaded.shown} /> : <div className="skeleton h-80" />
              }
            </Later>
          )
        }
      </SectionTabs>
      <Toasts />
    </>
  )
}

function Head({ exam }: { exam: ExamOfStaff }) {
  const { title, type, courses, opens_at, closes_at, questions, minutes, withdrawn, paper_id, papers } = exam
  const sat = papers.filter(({ id, candidates }) => candidates > 0 || id === paper_id)
  return (
    <div className="mb-5">
      <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl font-bold">
        {title}
        {withdrawn && <StatusBadge tone="plain">Withdrawn</StatusBadge>}
      </h1>
      <p className="mt-1 text-sm text-muted">
        {[
          type === 'general' ? 'Mock test' : courses.map((course) => course.title).join(', ') || 'In no course',
          counted(questions, 'question'),
          countedMarks(exam.total_marks),
          `${minutes} min`,
          opens_at !== null && `opens ${displayTime(opens_at)}`,
          closes_at !== null && `closes ${displayTime(closes_at)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {sat.length > 1 && (
        <label className="mt-3 flex flex-wrap items-center gap-2 text-sm">
          Its questions or marks have changed. Results of the paper from
          <select
            className="select select-sm w-auto"
            value={paper_id}
            onChange={({ target }) => address.set({ paper: Number(target.value) })}
          >
            {sat.map(({ id, created_at, candidates }) => (
              <option key={id} value={id}>
                {displayTime(created_at)}, {counted(candidates, 'candidate')}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}
