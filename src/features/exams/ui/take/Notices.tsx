import type { ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { AttemptWork } from '../../attempt.rules.ts'
import type { Attempt } from '../../attempt.store.ts'
import { $online, $writing, type Writing } from '../../exam-session.store.ts'
import { continueHere } from '../../exam-writer.store.ts'
import type { ExamQuestion } from '../../exams.contract.ts'
import { asideList } from '../../set-aside.rules.ts'
import { counted, letterOf } from '../format.ts'
import { CloudOffIcon, EyeIcon } from '../icons.tsx'

/**
 * What keeps answers from the server, and what can be done: above the actions, so that nothing moves under the finger when
 * it comes and goes.
 */
export function Notices({ attempt, questions }: { attempt: Attempt; questions: ExamQuestion[] }) {
  const work = useStore(attempt.$work)
  const online = useStore($online)
  const writing = useStore($writing)
  const aside = asideTexts(work, questions)
  return (
    <>
      <div role="status">
        {(!online || !work.reachable) && (
          <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
            <p>
              {online ? 'The server cannot be reached.' : 'You are offline.'} Answers are kept on this device and sent
              as soon as possible.
            </p>
          </Strip>
        )}
      </div>
      <div role="alert">
        {writing !== 'here' && <ReadOnly writing={writing} aside={aside} />}
        {writing === 'here' && aside.length > 0 && (
          <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
            <p className="font-medium">
              {counted(aside.length, 'answer')} given here had not reached the server when the exam went on elsewhere.
            </p>
            <Texts of={aside} />
            <div className="-ml-8 mt-2 flex flex-wrap gap-2 sm:ml-0">
              <button type="button" className="btn btn-sm btn-primary" onClick={() => attempt.decide(true)}>
                Use these answers
              </button>
              <button type="button" className="btn btn-sm" onClick={() => attempt.decide(false)}>
                Keep what is saved
              </button>
            </div>
          </Strip>
        )}
      </div>
    </>
  )
}

function ReadOnly({ writing, aside }: { writing: Exclude<Writing, 'here'>; aside: string[] }) {
  const busy = writing === 'claiming'
  return (
    <Strip icon={<EyeIcon className="size-5 shrink-0 text-primary" />}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-48 grow basis-0">
          <span className="font-medium">
            {writing === 'opened'
              ? 'This exam is open in another tab or on another device.'
              : 'The exam goes on in another tab or on another device.'}
          </span>{' '}
          Here it can only be read.
        </p>
        <button
          type="button"
          className="btn btn-sm btn-primary shrink-0"
          aria-busy={busy}
          onClick={() => void continueHere()}
        >
          Continue here
        </button>
      </div>
      {aside.length > 0 && (
        <>
          <p className="mt-2">Given here and not saved:</p>
          <Texts of={aside} />
        </>
      )}
    </Strip>
  )
}

function Strip({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="-mt-2 mb-2 border-b border-base-300 bg-tint py-2.5 text-sm">
      <div className="mx-auto flex max-w-3xl items-start gap-3 px-4 lg:px-6">
        {icon}
        <div className="min-w-0 grow">{children}</div>
      </div>
    </div>
  )
}

/** Many of them scroll, and so must be within reach of the keyboard. */
const FEW = 3

function Texts({ of }: { of: string[] }) {
  return (
    <ul
      className="mt-1 flex max-h-16 flex-wrap gap-x-4 gap-y-0.5 overflow-y-auto"
      tabIndex={of.length > FEW ? 0 : undefined}
    >
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** `Question 3: B (saved: C)`, in the order of the paper. */
function asideTexts(work: AttemptWork, questions: ExamQuestion[]): string[] {
  const all = new Map(asideList(work).map((each) => [each.own.qid, each]))
  return questions.flatMap(({ qid, question }, index) => {
    const each = all.get(qid)
    if (!each) return []
    const letter = (option: number | null | undefined) => {
      const position = question.answer_option.findIndex(({ id }) => id === option)
      return position < 0 ? 'no answer' : letterOf(position)
    }
    return `Question ${index + 1}: ${letter(each.own.option)} (saved: ${letter(each.instead?.option)})`
  })
}
