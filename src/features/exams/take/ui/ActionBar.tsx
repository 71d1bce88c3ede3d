import { useStore } from '@nanostores/react'
import { BottomBar } from '#ui/navigation/BottomBar.tsx'
import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'
import { Spinner } from '#ui/states/Spinner.tsx'
import type { Work } from '../answers/attempt.rules.ts'
import type { ReactNode } from 'react'
import { useSitting } from './sitting.ts'
import FlagIcon from 'virtual:lucide/flag'
import LayoutGridIcon from 'virtual:lucide/layout-grid'

export interface ActionBarProps {
  index: number
  total: number
  work: Work | undefined
  answered: number
  /** Another tab or device writes: one can look, and go from question to question. */
  readOnly: boolean
  /** Stands above the actions. */
  notices: ReactNode
  onPalette: () => void
}

/** What can be done with a question, within reach of a thumb. */
export function ActionBar({ index, total, work, answered, readOnly, notices, onPalette }: ActionBarProps) {
  const { $waiting, clear, goTo, markAndNext, next, unmark } = useSitting()
  const waiting = useStore($waiting)
  const marked = work?.marked ?? false
  // A disabled button would lose the focus when it has cleared the response.
  const empty = (work?.option ?? null) === null
  return (
    <BottomBar label="Question actions" of="screen">
      {notices}
      <div className="mx-auto flex max-w-3xl flex-col gap-1 px-4 sm:flex-row sm:items-center sm:gap-2 lg:px-6">
        <div className={`flex flex-wrap justify-between gap-1 sm:contents ${readOnly ? 'hidden sm:hidden' : ''}`}>
          <button
            type="button"
            className="btn btn-ghost -ml-2 px-2 text-[0.8125rem] font-medium sm:order-2 sm:ml-0 sm:text-sm"
            aria-disabled={empty}
            onClick={empty ? undefined : clear}
          >
            Clear Response
          </button>
          <button
            type="button"
            className="btn btn-ghost -mr-2 h-auto min-h-(--size) max-w-full px-2 text-[0.8125rem] font-medium whitespace-normal sm:order-3 sm:mr-0 sm:text-sm"
            onClick={marked ? unmark : () => void markAndNext()}
          >
            <FlagIcon className={`size-4.5 text-primary max-[21rem]:hidden ${marked ? 'fill-current' : ''}`} />
            {/* Both labels keep their room, so that the bar does not jump. */}
            <span className="grid text-left [&>*]:col-start-1 [&>*]:row-start-1">
              <span className={marked ? 'invisible' : ''}>Mark for Review & Next</span>
              <span className={marked ? '' : 'invisible'}>Remove Mark</span>
            </span>
          </button>
        </div>
        <div className="flex flex-wrap gap-2 sm:contents">
          <button
            type="button"
            className="btn px-3 sm:order-1 lg:px-4"
            disabled={index === 0}
            onClick={() => goTo(index - 1)}
          >
            <ChevronLeftIcon />
            <span className="max-lg:sr-only">Previous</span>
          </button>
          <button type="button" className="btn px-3 tabular-nums sm:order-4 lg:hidden" onClick={onPalette}>
            <LayoutGridIcon className="size-4.5" />
            {answered}/{total}
            <span className="sr-only">answered. Show all questions</span>
          </button>
          <button
            type="button"
            className="btn btn-primary grow px-3 sm:order-5 sm:ml-auto sm:grow-0 lg:min-w-40"
            aria-busy={waiting}
            disabled={readOnly && index === total - 1}
            onClick={() => void next()}
          >
            {readOnly ? 'Next' : 'Save & Next'}
            {waiting ? (
              <span className="[&_*]:text-current">
                <Spinner size={20} label="" />
              </span>
            ) : (
              <ChevronRightIcon className="size-5 sm:max-lg:hidden" />
            )}
          </button>
        </div>
      </div>
    </BottomBar>
  )
}
