import { useStore } from '@nanostores/react'
import type { AttemptWork } from '../../answers/attempt.rules.ts'
import type { Attempt } from '../../answers/attempt.store.ts'
import { asideList } from '../../answers/set-aside.rules.ts'
import type { ExamQuestion } from '../../attempt.contract.ts'
import type { Writing } from '../../sitting/exam-session.store.ts'
import { elsewhereText, NOT_SAVED_HERE, READ_ONLY, setAsideText } from '../../../ui/elsewhere-texts.ts'
import { letterOf } from '#lib/both/text/format.ts'
import { Strip } from '../Strip.tsx'
import { useSitting } from '../sitting.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import EyeIcon from 'virtual:lucide/eye'

/** The exam is written to in another tab or on another device, or was, and answers given here had not arrived. */
export function Elsewhere({ attempt, questions }: { attempt: Attempt; questions: ExamQuestion[] }) {
  const { $writing } = useSitting()
  const work = useStore(attempt.$work)
  const writing = useStore($writing)
  const aside = asideTexts(work, questions)
  return (
    <>
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
