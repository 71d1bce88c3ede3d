import type { Attempt } from '../answers/attempt.store.ts'
import type { ExamDetail } from '../../detail/detail.contract.ts'
import ArrowLeftIcon from 'virtual:lucide/arrow-left'
import CircleQuestionMarkIcon from 'virtual:lucide/circle-question-mark'
import { Countdown } from './Countdown.tsx'
import { SaveStatus } from './SaveStatus.tsx'

export interface ExamHeaderProps {
  exam: ExamDetail
  attempt: Attempt
  readOnly: boolean
  onExit: () => void
  onHelp: () => void
  onSubmit: () => void
}

/** Always in sight: where one is, how much time is left, and whether the answers are safe. */
export function ExamHeader({ exam, attempt, readOnly, onExit, onHelp, onSubmit }: ExamHeaderProps) {
  return (
    <header
      data-uncovered
      className="sticky top-0 z-20 border-b border-base-300 bg-base-100 px-2 sm:px-4 max-sm:[@media(max-height:26rem)]:static"
    >
      <div className="flex flex-wrap items-center gap-x-1 sm:h-16 sm:flex-nowrap sm:gap-x-3 sm:[@media(max-height:26rem)]:h-13">
        <button type="button" className="btn btn-ghost btn-square my-1.5 shrink-0" onClick={onExit}>
          <ArrowLeftIcon />
          <span className="sr-only">Back</span>
        </button>
        <div className="order-last flex w-full min-w-0 items-center justify-between gap-3 px-2 pb-2 sm:order-none sm:block sm:w-auto sm:grow sm:p-0">
          <h1 className="min-w-0 truncate text-sm font-semibold sm:text-base">{exam.name}</h1>
          <SaveStatus attempt={attempt} />
        </div>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1 sm:shrink-0 sm:flex-nowrap sm:gap-2">
          <Countdown />
          <button type="button" className="btn btn-ghost btn-square shrink-0" onClick={onHelp}>
            <CircleQuestionMarkIcon />
            <span className="sr-only">Help and settings</span>
          </button>
          <button
            type="button"
            className="btn btn-primary btn-outline shrink-0 px-3 lg:hidden"
            disabled={readOnly}
            onClick={onSubmit}
          >
            Submit
          </button>
        </div>
      </div>
    </header>
  )
}
