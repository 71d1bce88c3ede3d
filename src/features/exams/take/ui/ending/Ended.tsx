import { useEffect, useRef } from 'react'
import { useStore } from '@nanostores/react'
import { Spinner } from '#ui/states/Spinner.tsx'
import CheckIcon from 'virtual:lucide/check'
import type { EndedScreen } from '../../sitting/exam-session.store.ts'
import { endedText, notArrivedText, UNREAD_ENDED } from '../../../ui/ending-texts.ts'
import { useSitting } from '../sitting.ts'

/** The attempt has ended without this screen: what happened, and the way to the result once there is one. */
export function Ended({ exam, how, result, unreachable, left }: EndedScreen) {
  const unread = useStore(useSitting().$unread)
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus is gone with the question.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-lg place-content-center justify-items-center gap-4 px-4 text-center">
      {result ? <CheckIcon className="size-10 text-success" /> : <Spinner label="" />}
      <h1 ref={heading} tabIndex={-1} className="text-xl font-bold text-balance outline-none">
        {how === 'time' ? 'Time is over' : 'This exam was submitted'}
      </h1>
      <p className="text-muted">{exam.name}</p>
      <p role="status" className="text-balance">
        {endedText(how, result !== undefined, unreachable)}
        {left > 0 && ` ${notArrivedText(left)}`}
        {unread && ` ${UNREAD_ENDED}`}
      </p>
      {result && (
        <a href={result} className="btn btn-primary">
          See the result
        </a>
      )}
    </div>
  )
}
