import { TIE_BREAKS } from '#features/exams/result/standing.rules.ts'
import {
  giveLearnerAttempts,
  giveLearnerTime,
  type LearnerAttempt,
} from '#features/exams/staff/learner-attempts.contract.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { mayCall } from '#lib/browser/staff/staff-session.ts'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant } from '#ui/staff/values.tsx'
import { attempts } from '../../learners.store.ts'
import type { Ask } from '../acts/asked.ts'
import { TabTable } from './TabTable.tsx'

interface AttemptsProps {
  id: number
  onAsk: Ask
  ended: boolean
}

/** Attempts at exams with their results. What was scored is never opened again. */
export function AttemptsTab({ id, onAsk, ended }: AttemptsProps) {
  const columns: Column<LearnerAttempt>[] = [
    {
      id: 'exam',
      header: 'Exam',
      cell: ({ id: attempt, exam, number, attempts_allowed: allowed, status }) => (
        <>
          {exam.title}
          <span className="block text-xs font-normal text-muted">
            Attempt {number} of {allowed}
          </span>
          {status === 'completed' && (
            <a
              className="link link-primary text-xs font-normal"
              href={staffPaths.responseSheet(id, attempt)}
              aria-label={`Response sheet: ${exam.title}, attempt ${number}`}
            >
              Response sheet
            </a>
          )}
        </>
      ),
    },
    { id: 'state', header: 'State', cell: (attempt) => <State attempt={attempt} />, whole: true },
    { id: 'started', header: 'Started', cell: ({ started_at }) => <Instant at={started_at} />, whole: true },
    {
      id: 'ended',
      header: 'Ended',
      cell: ({ submitted_at, deadline_at, status }) =>
        status === 'open' ? (
          <span className="text-muted">
            until <Instant at={deadline_at} />
          </span>
        ) : (
          <Instant at={submitted_at} />
        ),
      whole: true,
      from: 'lg',
    },
    {
      id: 'marks',
      header: 'Marks',
      align: 'end',
      cell: ({ marks, total_marks: total, percentage }) =>
        marks === null ? null : `${marks} of ${total} (${percentage}%)`,
      whole: true,
    },
    {
      id: 'answers',
      header: 'Right, wrong, of',
      align: 'end',
      cell: ({ correct, incorrect, questions }) => (correct === null ? null : `${correct}, ${incorrect}, ${questions}`),
      whole: true,
      from: 'xl',
    },
    {
      id: 'rank',
      header: 'Rank',
      align: 'end',
      cell: ({ rank, candidates }) => (rank === null ? null : `${rank} of ${candidates}`),
      whole: true,
    },
    ...(ended || !mayCall(giveLearnerAttempts.roles)
      ? []
      : [
          {
            id: 'acts',
            header: 'Change',
            align: 'end' as const,
            cell: (attempt: LearnerAttempt) => <Acts attempt={attempt} onAsk={onAsk} />,
          },
        ]),
  ]
  return (
    <>
      <TabTable id={id} caption="Attempts" loader={attempts} columns={columns} empty="No exams taken" />
      <p className="mt-3 text-sm text-muted">Ranks compare first attempts. {TIE_BREAKS}</p>
    </>
  )
}

function State({ attempt: { status, waits, finished_by } }: { attempt: LearnerAttempt }) {
  if (waits) return <StatusBadge tone="waiting">Given back</StatusBadge>
  if (status === 'open') return <StatusBadge tone="news">Under way</StatusBadge>
  return <StatusBadge tone="plain">{finished_by === 'deadline' ? 'Time over' : 'Handed in'}</StatusBadge>
}

function Acts({ attempt, onAsk }: { attempt: LearnerAttempt; onAsk: Ask }) {
  const isRunning = attempt.status === 'open' && !attempt.waits
  return (
    <span className="flex gap-1 max-sm:-ml-3 sm:-mr-3 sm:justify-end">
      {isRunning && mayCall(giveLearnerTime.roles) && (
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label={`More time: ${attempt.exam.title}`}
          onClick={() => onAsk({ what: 'time', attempt })}
        >
          More time
        </button>
      )}
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        aria-label={`More attempts: ${attempt.exam.title}`}
        onClick={() => onAsk({ what: 'attempts', attempt })}
      >
        More attempts
      </button>
    </span>
  )
}
