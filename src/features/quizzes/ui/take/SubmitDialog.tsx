import { counted } from '#lib/both/text/format.ts'
import { StateMark, stateNames } from '#features/questions/ui/StateMark.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { quizState, type QuizState, type Run } from '../../run.rules.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

export interface SubmitDialogProps {
  open: boolean
  questions: readonly QuickQuestion[]
  run: Run
  /** Shows a question; its place in the quiz. */
  onPick: (index: number) => void
  onSubmit: () => void
  onClose: () => void
}

const states: QuizState[] = ['answered', 'not_answered', 'not_visited']

/** Asks before a quiz is handed in that is not answered whole, says what is open, and leads there. */
export function SubmitDialog({ open, questions, run, onPick, onSubmit, onClose }: SubmitDialogProps) {
  const all = questions.map(({ question_id: id }, index) => ({ index, state: quizState(run, id) }))
  const missing = all.filter(({ state }) => state !== 'answered')
  return (
    <Dialog
      open={open}
      title="Submit the quiz?"
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" data-first-focus onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="btn btn-primary" onClick={onSubmit}>
            Yes, Submit
          </button>
        </>
      }
    >
      <p className="font-medium">{openWords(missing.length, all.length)}</p>
      <p className="mt-1 text-sm text-muted">
        {missing.length === 1 ? 'It counts' : 'They count'} as not attended if you submit now. {notebookWords(missing)}
      </p>
      <ul aria-label="Your progress" className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {states.map((state) => (
          <li key={state} className="flex items-center gap-2">
            <StateMark state={state} className="size-7">
              <span className="text-xs">{all.filter((each) => each.state === state).length}</span>
            </StateMark>
            {stateNames[state]}
          </li>
        ))}
      </ul>
      <h3 className="mb-2 mt-5 text-sm font-semibold">Go to a question that is not answered</h3>
      <ol className="grid grid-cols-[repeat(auto-fill,2.75rem)] gap-2">
        {missing.map(({ index, state }) => (
          <li key={index}>
            <button
              type="button"
              aria-label={`Question ${index + 1}, ${stateNames[state]}`}
              className="block rounded-md"
              onClick={() => onPick(index)}
            >
              <StateMark state={state}>{index + 1}</StateMark>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function openWords(missing: number, all: number): string {
  if (missing === all) return 'You have not answered any question yet.'
  return `${missing} of ${counted(all, 'question')} ${missing === 1 ? 'is' : 'are'} not answered yet.`
}

/** What practice makes of the questions that are open: a question that was never seen was not missed. */
function notebookWords(missing: readonly { state: QuizState }[]): string {
  const seen = missing.filter(({ state }) => state === 'not_answered').length
  if (seen === 0) return ''
  const which = seen < missing.length ? 'Those that you have seen go' : seen === 1 ? 'It goes' : 'They go'
  return `${which} to your practice notebook.`
}
