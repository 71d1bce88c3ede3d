import type { NotCounted } from './not-counted.browser.ts'
import { JOURNAL_UNREAD, NOT_COUNTED, NOT_KNOWN } from '../ui/fault-texts.ts'
import { counted } from '#lib/both/text/format.ts'

/** Answers that stayed on this device and are not in the result, each by its question. */
export function NotCountedNotice({ notCounted, onDismiss }: { notCounted: NotCounted; onDismiss: () => void }) {
  const { answers, unread } = notCounted
  if (unread)
    return (
      <p
        role="alert"
        className="mb-6 rounded-box border border-warning bg-base-100 p-4 sm:p-5"
      >{`${JOURNAL_UNREAD} ${NOT_KNOWN}`}</p>
    )
  if (answers.length === 0) return null
  const known = answers.filter((label) => label !== undefined)
  return (
    <section
      role="alert"
      aria-labelledby="not-counted"
      className="mb-6 rounded-box border border-warning bg-base-100 p-4 sm:p-5"
    >
      <h2 id="not-counted" className="font-semibold">
        Not counted: {counted(answers.length, 'answer')}
      </h2>
      <p className="mt-1 text-sm text-muted">{NOT_COUNTED}</p>
      {known.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2 text-sm">
          {known.map(({ question, letter }) => (
            <li key={question} className="rounded-field bg-base-200 px-3 py-1.5">
              Question {question}: {letter ?? 'no answer'}
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="btn btn-sm mt-4" onClick={onDismiss}>
        Hide this
      </button>
    </section>
  )
}
