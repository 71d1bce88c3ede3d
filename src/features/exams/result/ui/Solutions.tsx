import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { ExamResult, PacedQuestion, ResultQuestion } from '../results.contract.ts'
import { outcomes } from './outcomes.ts'
import { Solution } from './Solution.tsx'

type Outcome = Exclude<PacedQuestion['outcome'], 'answered'>

const outcomeOf = ({ your_answer, correct }: ResultQuestion): Outcome =>
  your_answer === null ? 'unanswered' : correct ? 'correct' : 'incorrect'

const filters = [
  { id: 'all', label: 'All', none: '' },
  { id: 'incorrect', label: 'Wrong', none: 'No wrong answers.' },
  { id: 'unanswered', label: 'Skipped', none: 'No skipped questions.' },
] as const

type Filter = (typeof filters)[number]

export interface SolutionsProps {
  result: ExamResult
  /** The question to go to, by its index; each new object goes there again. */
  wanted?: { index: number } | undefined
}

/** Every question with the right answer, the learner's own and the explanation. */
export function Solutions({ result, wanted }: SolutionsProps) {
  const [filter, setFilter] = useState<Filter>(filters[0])
  const list = useRef<HTMLOListElement>(null)
  const questions = result.exam_questions.map((question, index) => ({ question, index, outcome: outcomeOf(question) }))
  const shown = questions.filter(({ outcome }) => filter.id === 'all' || outcome === filter.id)
  const goTo = (heading: Element | null | undefined) => {
    if (!(heading instanceof HTMLElement)) return
    heading.focus({ preventScroll: true })
    heading.scrollIntoView({ block: 'start' })
  }
  const headings = () => [...(list.current?.querySelectorAll('h2') ?? [])]
  useEffect(() => {
    if (wanted) goTo(headings()[wanted.index])
  }, [wanted])
  const press = (event: KeyboardEvent) => {
    const step = { n: 1, p: -1 }[event.key.toLowerCase()]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    const all = headings()
    const at = all.findIndex((heading) => heading.closest('li')?.contains(document.activeElement))
    const next = all[at < 0 ? 0 : at + step]
    if (!next) return
    event.preventDefault()
    goTo(next)
  }
  return (
    <section aria-label="Solutions" className="mt-6" onKeyDown={press}>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div role="group" aria-label="Questions shown" className="flex flex-wrap gap-2">
          {filters.map((one) => (
            <button
              key={one.id}
              type="button"
              aria-pressed={filter === one}
              className={`btn btn-sm ${filter === one ? 'btn-neutral' : 'btn-ghost border-base-300'}`}
              onClick={() => setFilter(one)}
            >
              {one.label} (
              {one.id === 'all' ? questions.length : questions.filter(({ outcome }) => outcome === one.id).length})
            </button>
          ))}
        </div>
        <p className="text-sm text-muted max-lg:hidden">
          <kbd className="font-sans font-semibold">N</kbd> and <kbd className="font-sans font-semibold">P</kbd> go to
          the next and the previous question.
        </p>
      </div>
      <div className="gap-6 xl:grid xl:grid-cols-[minmax(0,1fr)_15rem]">
        {shown.length === 0 ? (
          <EmptyState compact message={filter.none} />
        ) : (
          <ol ref={list} className="space-y-4">
            {shown.map(({ question, index, outcome }) => (
              <Solution
                key={question.id}
                question={question}
                number={index + 1}
                total={questions.length}
                outcome={outcome}
                section={result.sections[question.section]?.title ?? ''}
              />
            ))}
          </ol>
        )}
        {shown.length > 0 && (
          <nav aria-label="Go to a question" className="max-xl:hidden">
            <ul className="sticky top-20 grid max-h-[calc(100dvh-6rem)] grid-cols-5 gap-1.5 overflow-y-auto rounded-box border border-base-300 bg-base-100 p-4">
              {shown.map(({ index, outcome }, position) => (
                <li key={index}>
                  <button
                    type="button"
                    className={`grid size-9 place-items-center rounded-field border text-sm font-semibold tabular-nums ${marks[outcome]}`}
                    aria-label={`Question ${index + 1}, ${outcomes[outcome].text.toLowerCase()}`}
                    onClick={() => goTo(headings()[position])}
                  >
                    {index + 1}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </section>
  )
}

/** A wrong answer has a broken edge, so that it is told without its colour. */
const marks: Record<Outcome, string> = {
  correct: 'border-success bg-success/10 text-success hover:bg-success/20',
  incorrect: 'border-2 border-dashed border-error bg-error/10 text-error hover:bg-error/20',
  unanswered: 'border-base-300 text-muted hover:bg-base-200',
}
