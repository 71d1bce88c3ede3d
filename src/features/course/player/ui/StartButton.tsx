import { clockTime } from '#lib/both/playback.ts'
import PlayIcon from 'virtual:lucide/play'
import { focusStage } from './stage/focus-stage.ts'

export interface StartButtonProps {
  title: string
  /** Where it goes on, seconds; 0 is the beginning. */
  start: number
  onStart: () => void
}

/** Lies over the picture of a video that has not been played yet. */
export function StartButton({ title, start, onStart }: StartButtonProps) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        focusStage(currentTarget)
        onStart()
      }}
      className="absolute inset-0 grid place-items-center bg-black/30 text-white focus-visible:-outline-offset-4 focus-visible:outline-white"
    >
      <span className="flex flex-col items-center gap-3">
        <span className="grid size-16 place-items-center rounded-full bg-primary text-primary-content shadow-xl sm:size-20">
          <PlayIcon className="ml-1 size-8 sm:size-10" fill="currentColor" />
        </span>
        <span className={start > 0 ? 'rounded-full bg-black/75 px-4 py-1 text-sm font-semibold' : 'sr-only'}>
          {start > 0 ? `Resume at ${clockTime(start)}` : `Play ${title}`}
        </span>
      </span>
    </button>
  )
}
