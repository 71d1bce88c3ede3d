import { startOfDay } from '#lib/both/time/days.ts'
import { counted } from '#lib/both/text/format.ts'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { namedDay } from '#lib/both/time/clock.ts'
import { paths } from '#lib/both/paths.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Later } from '#ui/states/Later.tsx'
import { getStudyActivity, type StudyDay } from '../../dashboard.contract.ts'
import { spokenMinutes, STUDY_DAYS, studyTotals } from '../../study.rules.ts'
import { Block } from '../Block.tsx'

const loadChart = () => import('./StudyChart.tsx')

const study = loading(async (_: void, signal) => (await call(getStudyActivity, { signal })).days, {
  onFailed: (error) => noteFailure('Loading the study activity', error),
})

/** What was watched and answered, day by day; loaded when it comes into sight. */
export function StudyActivity() {
  const state = useLoaded(study)
  return (
    <Block title="Study activity" className="min-h-94 sm:min-h-109 xl:h-full">
      {state.is === 'loading' ? (
        <div role="status">
          <span className="sr-only">Loading</span>
          <div aria-hidden="true" className="skeleton h-73 w-full rounded-field sm:h-87" />
        </div>
      ) : state.is === 'failed' ? (
        <ErrorState compact onRetry={study.again} />
      ) : (
        <Shown days={state.shown} />
      )}
    </Block>
  )
}

function Shown({ days }: { days: StudyDay[] }) {
  const { minutes, questions, daysActive } = studyTotals(days)
  if (daysActive === 0) {
    return (
      <EmptyState
        compact
        message="Your study days will appear here"
        hint="Minutes of lectures watched and questions answered, day by day. Even five minutes is a start."
        actionLabel="Take a quiz"
        href={paths.quizzes}
      />
    )
  }
  return (
    <>
      <dl className="mb-2 flex gap-x-4 sm:mb-3 sm:gap-x-8">
        <Total label={`Days of ${STUDY_DAYS}`} value={String(daysActive)} />
        <Total label="Watched" value={spokenMinutes(minutes)} swatch="bg-primary" />
        <Total label="Questions answered" value={String(questions)} swatch="bg-part-2" />
      </dl>
      <Later
        name="study chart"
        load={loadChart}
        waiting={<div className="skeleton h-44 w-full rounded-field sm:h-60" />}
      >
        {({ StudyChart }) => <StudyChart days={days} />}
      </Later>
      <details className="group mt-2">
        <summary className="inline-flex min-h-11 items-center rounded-field text-sm font-semibold text-primary">
          <span className="group-open:hidden">Show as a table</span>
          <span className="hidden group-open:inline">Hide the table</span>
        </summary>
        <DaysTable days={days} />
      </details>
    </>
  )
}

function Total({ label, value, swatch }: { label: string; value: string; swatch?: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="flex items-center gap-1.5 text-xs text-muted">
        {swatch && <span className={`size-2.5 shrink-0 rounded-full ${swatch}`} aria-hidden="true" />}
        {label}
      </dt>
      <dd className="font-semibold whitespace-nowrap tabular-nums sm:text-lg">{value}</dd>
    </div>
  )
}

/** The latest day first; days without study are left out. */
function DaysTable({ days }: { days: readonly StudyDay[] }) {
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">
        Study on {counted(studyTotals(days).daysActive, 'day')} of the last {STUDY_DAYS}
      </caption>
      <thead className="text-left text-muted">
        <tr>
          <th scope="col" className="py-2 pr-3 font-medium">
            Day
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium">
            Minutes watched
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            Questions answered
          </th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter((day) => day.minutes_watched > 0 || day.questions_answered > 0)
          .reverse()
          .map((day) => (
            <tr key={day.day} className="border-t border-base-300">
              <th scope="row" className="py-2 pr-3 text-left font-normal">
                {namedDay(startOfDay(day.day))}
              </th>
              <td className="py-2 pr-3 text-right">{day.minutes_watched}</td>
              <td className="py-2 text-right">{day.questions_answered}</td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}
