import type { ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import type { AttemptWork } from '../answers/attempt.rules.ts'
import type { Attempt } from '../answers/attempt.store.ts'
import type { Writing } from '../sitting/exam-session.store.ts'
import type { ExamQuestion } from '../attempt.contract.ts'
import { asideList } from '../answers/set-aside.rules.ts'
import { elsewhereText, JOURNAL_AWAY, keptText, NOT_SAVED_HERE, READ_ONLY, setAsideText } from '../../ui/fault-texts.ts'
import { letterOf } from '#lib/both/text/format.ts'
import { useSitting } from './sitting.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import EyeIcon from 'virtual:lucide/eye'

/**
 * What keeps answers from the server, and what can be done: above the actions, so that nothing moves under the finger when
 * it comes and goes.
 */
export function Notices({ attempt, questions }: { attempt: Attempt; questions: ExamQuestion[] }) {
  const { $online, $writing } = useSitting()
  const work = useStore(attempt.$work)
  const away = useStore(attempt.$away)
  const journalled = useStore(attempt.$journalled)
  const online = useStore($online)
  const writing = useStore($writing)
  const aside = asideTexts(work, questions)
  const hindered = !online || !work.reachable
  return (
    <>
      <div role="status">
        {hindered ? (
          <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
            <p>{keptText(online ? (away ?? 'network') : 'offline', journalled)}</p>
          </Strip>
        ) : (
          !journalled &&
          writing === 'here' && (
            <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
              <p>{JOURNAL_AWAY}</p>
            </Strip>
          )
        )}
      </div>
      <div role="alert">
        {writing !== 'here' && <ReadOnly writing={writing} aside={aside} />}
        {writing === 'here' && aside.length > 0 && (
          <Strip icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
            <p className="font-medium">{setAsideText(aside.length)}</p>
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
  const { continueHere } = useSitting()
  const busy = writing === 'claiming'
  return (
    <Strip icon={<EyeIcon className="size-5 shrink-0 text-primary" />}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-48 grow basis-0">
          <span className="font-medium">{elsewhereText(writing === 'opened')}</span> {READ_ONLY}
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
          <p className="mt-2">{NOT_SAVED_HERE}</p>
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
