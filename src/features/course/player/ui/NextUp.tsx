import { useEffect, useRef, useState } from 'react'
import { sentenceCase } from '#features/catalogue/catalogue.rules.ts'
import type { Chapter, CoursePage } from '../../course.contract.ts'
import RotateCcwIcon from 'virtual:lucide/rotate-ccw'
import PlayIcon from 'virtual:lucide/play'
import { focusStage } from './stage/focus-stage.ts'
import { StageOffer } from './stage/StageOffer.tsx'

/** Seconds until the next chapter starts by itself. */
const COUNTDOWN = 8

export interface NextUpProps {
  course: CoursePage
  /** Undefined after the last chapter that is open. */
  next: Chapter | undefined
  /** The chapter that would follow and is locked. */
  locked: Chapter | undefined
  onNext: () => void
  onAgain: () => void
}

/** At the end of a chapter: the next one starts by itself unless the learner says no. */
export function NextUp({ course, next, locked, onNext, onAgain }: NextUpProps) {
  const [left, setLeft] = useState(next ? COUNTDOWN : undefined)
  const box = useRef<HTMLDivElement>(null)
  const counting = left !== undefined
  const held = next ? undefined : locked
  const named = next ?? held
  useEffect(() => {
    if (!counting) return
    // A learner who has gone to another tab of the browser finds the course where it was left.
    const tick = setInterval(() => !document.hidden && setLeft((now) => (now === undefined ? now : now - 1)), 1000)
    return () => clearInterval(tick)
  }, [counting])
  useEffect(() => {
    if (left === undefined || left > 0) return
    if (box.current?.contains(document.activeElement)) focusStage(box.current)
    onNext()
  }, [left, onNext])
  const word = next
    ? `Next chapter${counting ? '' : ' when you are ready'}`
    : held
      ? 'The next chapter is locked.'
      : 'You have reached the last chapter.'
  return (
    <div
      ref={box}
      role="group"
      aria-label="End of the chapter"
      className="absolute inset-0 z-10 grid place-items-center overflow-y-auto bg-black/88 p-3 text-center text-white [backdrop-filter:blur(8px)] motion-safe:animate-enter"
    >
      <div className="flex max-w-md flex-col items-center gap-1 sm:gap-2">
        <p role="status" className="text-sm text-white/80">
          {word}
        </p>
        {named && <p className="line-clamp-2 font-semibold sm:text-xl">{sentenceCase(named.title)}</p>}
        {counting && (
          <p className="text-sm text-white/80 tabular-nums" aria-hidden="true">
            Starts in {Math.max(left, 0)} s
          </p>
        )}
        <div className="mt-2 flex flex-wrap justify-center gap-2 sm:gap-3">
          {next && (
            <button
              type="button"
              className="btn btn-primary btn-sm sm:btn-md"
              onClick={({ currentTarget }) => {
                focusStage(currentTarget)
                onNext()
              }}
            >
              <PlayIcon className="size-4" fill="currentColor" />
              Play now
            </button>
          )}
          {held && <StageOffer course={course} className="btn-sm sm:btn-md" />}
          {counting ? (
            <button type="button" className="btn btn-sm sm:btn-md" onClick={() => setLeft(undefined)}>
              Cancel
            </button>
          ) : (
            <button
              type="button"
              className="btn btn-sm sm:btn-md"
              onClick={({ currentTarget }) => {
                focusStage(currentTarget)
                onAgain()
              }}
            >
              <RotateCcwIcon className="size-4" />
              Watch again
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
