import { useStore } from '@nanostores/react'
import { Dialog } from '#ui/Dialog.tsx'
import { countStates } from '../../answers/attempt.rules.ts'
import type { Attempt } from '../../answers/attempt.store.ts'
import type { ExamDetail } from '../../../detail/detail.contract.ts'
import type { ExamQuestion } from '../../attempt.contract.ts'
import type { Agreed } from '../../sitting/exam-hand-in.store.ts'
import { setAsideWarning, submitLaterText, UNREAD_WARNING, unsavedWarning } from '../../../ui/ending-texts.ts'
import { useSitting } from '../sitting.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import { Legend } from '../palette/Palette.tsx'
import { StateMark, stateNames } from '#features/questions/ui/StateMark.tsx'
import { questionStates } from '#features/questions/questions.rules.ts'

export interface SubmitDialogProps {
  /** 'Save & Next' of the last question led here. */
  last: boolean
  exam: ExamDetail
  questions: ExamQuestion[]
  attempt: Attempt
  onSubmit: (agreed?: Agreed) => void
  onClose: () => void
}

/** Asks before the exam is handed in, with the state of the questions by section. Mounted only while it is open. */
export function SubmitDialog({ last, exam, questions, attempt, onSubmit, onClose }: SubmitDialogProps) {
  const { $online, $unread, $unsaved } = useSitting()
  const work = useStore(attempt.$work)
  const unsaved = useStore($unsaved)
  const unread = useStore($unread)
  const away = useStore(attempt.$away)
  const journalled = useStore(attempt.$journalled)
  const online = useStore($online)
  const aside = Object.keys(work.aside).length
  return (
    <Dialog
      open
      title={last ? 'That was the last question. Submit the exam?' : 'Submit the exam?'}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" data-first-focus onClick={onClose}>
            Cancel
          </button>
          {(unread || unsaved > 0) && (
            <button type="button" className="btn btn-error" onClick={() => onSubmit({ without: unsaved > 0, unread })}>
              Submit without them
            </button>
          )}
          {!unread && (
            <button type="button" className="btn btn-primary" onClick={() => onSubmit()}>
              {unsaved > 0 ? 'Try again' : 'Yes, Submit'}
            </button>
          )}
        </>
      }
    >
      {unread && (
        <p role="alert" className="mb-4 rounded-field bg-error px-4 py-3 text-error-content">
          {UNREAD_WARNING}
        </p>
      )}
      {unsaved > 0 && (
        <p role="alert" className="mb-4 rounded-field bg-error px-4 py-3 text-error-content">
          {unsavedWarning(unsaved)}
        </p>
      )}
      {(!online || !work.reachable) && (
        <p role="status" className="mb-4 flex gap-3 rounded-field bg-warning px-4 py-3 text-warning-content">
          <CloudOffIcon className="size-5 shrink-0" />
          {submitLaterText(online ? (away ?? 'network') : 'offline', journalled)}
        </p>
      )}
      {aside > 0 && (
        <p className="mb-4 rounded-field bg-warning px-4 py-3 text-warning-content">{setAsideWarning(aside)}</p>
      )}
      <p className="mb-4 text-muted">After submitting, the answers can no longer be changed.</p>
      <Legend counts={countStates(work, questions)} />
      {exam.sections.length > 1 && (
        <table className="mt-6 w-full text-center text-sm tabular-nums">
          <caption className="mb-2 text-left font-medium">By section</caption>
          <thead>
            <tr>
              {questionStates.map((state) => (
                <th key={state} scope="col" className="w-1/5 pb-2">
                  <StateMark state={state} className="size-6">
                    <span className="sr-only">{stateNames[state]}</span>
                  </StateMark>
                </th>
              ))}
            </tr>
          </thead>
          {exam.sections.map(({ title }, section) => {
            const counts = countStates(
              work,
              questions.filter((question) => question.section === section),
            )
            return (
              <tbody key={section} className="border-t border-base-300">
                <tr>
                  <th
                    colSpan={questionStates.length}
                    scope="rowgroup"
                    className="pt-2 text-left text-xs font-medium text-muted"
                  >
                    {title}
                  </th>
                </tr>
                <tr>
                  {questionStates.map((state) => (
                    <td key={state} className="pb-2 font-semibold">
                      {counts[state]}
                    </td>
                  ))}
                </tr>
              </tbody>
            )
          })}
        </table>
      )}
    </Dialog>
  )
}
