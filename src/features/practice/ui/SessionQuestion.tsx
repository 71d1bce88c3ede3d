import { useEffect, useRef, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { letterOf } from '#lib/both/text/format.ts'
import CloudOffIcon from 'virtual:lucide/cloud-off'
import { QuestionBody } from '#features/questions/ui/QuestionBody.tsx'
import { commandOf } from '#features/questions/ui/keys.ts'
import { $letterKeys } from '#features/questions/ui/preferences.ts'
import { BottomBar } from '#ui/navigation/BottomBar.tsx'
import InfoIcon from 'virtual:lucide/info'
import type { PracticeOutcome } from '../practice.contract.ts'
import { ownGrades } from '../practice.rules.ts'
import { answer, choose, gradeAndNext, next, type Item } from '../session.store.ts'
import { Checked } from './Checked.tsx'
import { gradeNames, gradeWords, kindNames, outcomeWords } from './words.ts'

export interface SessionQuestionProps {
  item: Item
  index: number
  total: number
}

/** The question on the screen: to answer, and then with its solution. */
export function SessionQuestion({ item, index, total }: SessionQuestionProps) {
  const { question, chosen, answering } = item
  const heading = useRef<HTMLHeadingElement>(null)
  useShortcuts(item)
  useEffect(() => {
    scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [])
  if (answering.is === 'checked') return <Solved item={item} outcome={answering.outcome} index={index} total={total} />
  const open = answering.is === 'open' || answering.is === 'checking'
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        answer('chosen')
      }}
    >
      <article aria-labelledby="question-heading">
        <div className="mb-4">
          <h2 id="question-heading" ref={heading} tabIndex={-1} className="text-base font-semibold outline-none">
            Question {index + 1} of {total}
          </h2>
          <p className="truncate text-sm text-muted">
            {kindNames[question.source.kind]}: {question.source.title}
          </p>
        </div>
        <div className="text-[1.0625rem] leading-7">
          <QuestionBody
            qid={question.question_id}
            html={question.content}
            options={question.options}
            chosen={chosen}
            readOnly={answering.is !== 'open'}
            onChoose={choose}
          />
        </div>
      </article>
      {answering.is === 'waiting' && (
        <Note icon={<CloudOffIcon className="size-5 shrink-0 text-warning" />}>
          {answering.onDevice
            ? 'Your answer is kept on this device. It is checked and counted as soon as the server can be reached.'
            : 'Your answer could not be sent, and this browser cannot keep it. Leave this page open: it is sent as soon as the server can be reached.'}
        </Note>
      )}
      {answering.is === 'refused' && (
        <Note icon={<InfoIcon className="size-5 shrink-0 text-info" />}>{answering.message}</Note>
      )}
      <Actions>
        {open ? (
          <>
            <button
              type="button"
              className="btn grow sm:ml-auto sm:grow-0"
              disabled={answering.is !== 'open'}
              onClick={() => answer('skip')}
            >
              I don't know
            </button>
            <button
              type="submit"
              className="btn btn-primary grow sm:grow-0"
              disabled={chosen === null || answering.is !== 'open'}
              aria-busy={answering.is === 'checking'}
            >
              Check
            </button>
          </>
        ) : (
          <button type="button" className="btn btn-primary ml-auto" autoFocus onClick={next}>
            Next
          </button>
        )}
      </Actions>
    </form>
  )
}

function Solved({ item, outcome, index, total }: SessionQuestionProps & { outcome: PracticeOutcome }) {
  const primary = useRef<HTMLButtonElement>(null)
  const letterKeys = useStore($letterKeys)
  useEffect(() => {
    scrollTo({ top: 0 })
    primary.current?.focus({ preventScroll: true })
  }, [])
  const right = item.question.options.flatMap(({ id }, at) => (outcome.right_options.includes(id) ? letterOf(at) : []))
  return (
    <>
      <p role="status" className="sr-only">
        {outcome.correct
          ? 'Correct.'
          : `${item.chosen === null ? 'Skipped' : 'Wrong'}. The answer is ${right.join(', ')}.`}{' '}
        {outcomeWords(outcome)}
      </p>
      <Checked item={item} outcome={outcome} number={index + 1} total={total} />
      <Actions>
        {outcome.correct ? (
          <div
            role="group"
            aria-labelledby="grades"
            className="flex w-full flex-wrap items-center justify-between gap-x-4 gap-y-2"
          >
            <div>
              <p id="grades" className="font-semibold">
                How hard was it?
              </p>
              {letterKeys && (
                <p className="text-sm text-muted max-sm:hidden pointer-coarse:hidden">Keys: 1, 2, 3; Enter for Good</p>
              )}
            </div>
            <div className="grid w-full grid-cols-3 gap-2 sm:w-auto">
              {outcome.grades.map(({ grade, next: turn }) => (
                <button
                  key={grade}
                  ref={grade === 'good' ? primary : null}
                  type="button"
                  className={`btn h-auto min-h-14 flex-col gap-0 px-2 py-1.5 sm:min-w-32 ${grade === 'good' ? 'btn-primary' : ''}`}
                  onClick={() => gradeAndNext(grade)}
                >
                  <span>{gradeNames[grade]}</span>
                  <span className="text-balance text-xs font-normal">{gradeWords(turn)}</span>
                </button>
              ))}
            </div>
          </div>
        ) : (
          <>
            <p className="grow text-sm text-muted sm:text-right">{outcomeWords(outcome)}</p>
            <button ref={primary} type="button" className="btn btn-primary" onClick={next}>
              Next
            </button>
          </>
        )}
      </Actions>
    </>
  )
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p role="status" className="mt-5 flex items-start gap-3 rounded-field bg-base-200 px-4 py-3 text-sm">
      {icon}
      {children}
    </p>
  )
}

/** Within reach of the thumb at the foot of the window. */
function Actions({ children }: { children: ReactNode }) {
  return (
    <BottomBar of="page">
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </BottomBar>
  )
}

/** Letters and digits choose an option; 1 to 3 grade a right answer; Enter checks, and goes on. */
function useShortcuts({ question, answering }: Item): void {
  const letterKeys = useStore($letterKeys)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as Element
      if (document.querySelector('dialog[open]') || target.closest('input:not([type=radio]), select, textarea')) return
      if (event.key === 'Enter' && !target.closest('a, button, summary, [role=tab]') && !event.repeat) {
        event.preventDefault()
        if (answering.is === 'open') answer('chosen')
        else if (answering.is === 'checked' && answering.outcome.correct) gradeAndNext('good')
        else if (answering.is !== 'checking') next()
        return
      }
      const command = commandOf(event, answering.is === 'open' ? question.options.length : 3, letterKeys)
      if (command?.do !== 'choose') return
      if (answering.is === 'open') choose(question.options[command.position]!.id)
      else if (answering.is === 'checked' && /^[1-3]$/.test(event.key)) gradeAndNext(ownGrades[command.position]!)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [question, answering, letterKeys])
}
