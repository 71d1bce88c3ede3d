import { useEffect, useRef } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { summary } from '../notebook.store.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import CircleXIcon from 'virtual:lucide/circle-x'
import MinusIcon from 'virtual:lucide/minus'
import CircleCheckIcon from 'virtual:lucide/circle-check'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import { $waiting, type Item } from '../session.store.ts'
import { Checked } from './Checked.tsx'
import { turnWords } from './words.ts'

/** The end of a session: how it went, what comes tomorrow, and every question once more. */
export function Done({ items, onMore }: { items: Item[]; onMore: () => void }) {
  const state = useLoaded(summary)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  // What had waited counts as well.
  useEffect(() => $waiting.listen(() => void summary.refresh().catch(() => {})), [])
  if (items.length === 0) {
    return (
      <EmptyState
        message="Nothing is due."
        hint="Questions come back when they are due."
        actionLabel="Back to the notebook"
        href="#overview"
      />
    )
  }
  const known = state.is === 'shown' ? state.shown : undefined
  const right = items.filter(({ answering }) => answering.is === 'checked' && answering.outcome.correct).length
  const answered = items.filter(({ answering }) => answering.is === 'checked').length
  const kept = items.filter(({ answering }) => answering.is === 'waiting').length
  const tomorrow = known && known.due_tomorrow - known.due
  return (
    <div className="mx-auto max-w-3xl">
      <section className="rounded-box border border-base-300 bg-base-100 p-6 text-center sm:p-8">
        <h2 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
          {known && known.due > 0 ? 'Session done' : 'Done for today'}
        </h2>
        <p className="mt-2 text-lg">
          {right} of {counted(answered, 'answer')} right
        </p>
        {kept > 0 && (
          <p role="status" className="mt-2 text-sm">
            {counted(kept, 'answer')} on this device, checked as soon as the server can be reached.
          </p>
        )}
        {tomorrow !== undefined && (
          <p className="mt-2 text-muted">
            {tomorrow > 0
              ? `${counted(tomorrow, 'question')} ${tomorrow === 1 ? 'is' : 'are'} due tomorrow.`
              : 'Nothing is due tomorrow.'}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          <a href="#overview" className={`btn ${known && known.due > 0 ? '' : 'btn-primary'}`}>
            Back to the notebook
          </a>
          {known && known.due > 0 && (
            <button type="button" className="btn btn-primary" onClick={onMore}>
              Practise more ({known.due} due)
            </button>
          )}
        </div>
      </section>
      <h3 className="mt-8 mb-3 text-lg font-semibold">This session</h3>
      <ol className="space-y-2">
        {items.map((item, index) => (
          <li key={item.question.question_id}>
            <Review item={item} number={index + 1} total={items.length} />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A question of the session, to be opened when it was checked. */
function Review({ item, number, total }: { item: Item; number: number; total: number }) {
  const { answering } = item
  const row = 'flex min-h-12 items-center gap-3 px-4 py-2'
  const box = 'rounded-field border border-base-300 bg-base-100'
  if (answering.is !== 'checked') {
    const [Icon, text] = {
      open: [MinusIcon, 'Not answered'],
      checking: [MinusIcon, 'Being checked'],
      waiting: [CloudOffIcon, 'On this device'],
      refused: [MinusIcon, 'Changed since'],
      removed: [CircleCheckIcon, 'Taken out'],
    }[answering.is] as [typeof MinusIcon, string]
    return (
      <p className={`${box} ${row} text-sm`}>
        <Icon className="size-5 shrink-0 text-muted" />
        <span className="font-medium">Question {number}</span>
        <span className="ml-auto text-muted">{text}</span>
      </p>
    )
  }
  const { outcome } = answering
  const [Icon, verdict, tone] = outcome.correct
    ? ([CircleCheckIcon, 'Correct', 'text-success'] as const)
    : item.chosen === null
      ? ([MinusIcon, 'Skipped', 'text-muted'] as const)
      : ([CircleXIcon, 'Wrong', 'text-error'] as const)
  return (
    <details className={`${box} group`}>
      <summary className={`${row} cursor-pointer rounded-field text-sm`}>
        <Icon className={`size-5 shrink-0 ${tone}`} />
        <span className="font-medium whitespace-nowrap">Question {number}</span>
        <span>{verdict}</span>
        <span className="ml-auto text-right text-muted">{turnWords(outcome.next)}</span>
        <ChevronRightIcon className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90" />
      </summary>
      <div className="border-t border-base-300 p-2">
        <Checked item={item} outcome={outcome} number={number} total={total} level={3} />
      </div>
    </details>
  )
}
