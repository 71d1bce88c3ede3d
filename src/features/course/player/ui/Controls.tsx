import type { CSSProperties } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { clockTime, speeds } from '#lib/both/playback.ts'
import type { MediaState } from '#ui/player/use-media.ts'
import RotateCcwIcon from 'virtual:lucide/rotate-ccw'
import CaptionsIcon from 'virtual:lucide/captions'
import RotateCwIcon from 'virtual:lucide/rotate-cw'
import MaximizeIcon from 'virtual:lucide/maximize'
import VolumeXIcon from 'virtual:lucide/volume-x'
import PauseIcon from 'virtual:lucide/pause'
import PlayIcon from 'virtual:lucide/play'
import Volume2Icon from 'virtual:lucide/volume-2'

export interface ControlsProps {
  state: MediaState
  speed: number
  /** Undefined: the video has none. */
  captions: boolean | undefined
  shown: boolean
  onToggle: () => void
  onSeek: (seconds: number) => void
  onMute: () => void
  onVolume: (volume: number) => void
  onCaptions: () => void
  onSpeed: (speed: number) => void
  onFullscreen: () => void
}

const button =
  'grid size-11 shrink-0 place-items-center rounded-field hover:bg-white/20 focus-visible:outline-2 focus-visible:outline-white'

/** The row below a video file. It fades while the video plays and nobody looks for it; the keyboard still reaches it. */
export function Controls({ state, speed, captions, shown, ...act }: ControlsProps) {
  const { time, duration, loaded, paused, ended, muted, volume } = state
  const part = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
  const spoken = (seconds: number) =>
    `${counted(Math.floor(seconds / 60), 'minute')} ${counted(Math.floor(seconds % 60), 'second')}`
  return (
    <div
      className={`pointer-events-none absolute inset-x-0 bottom-0 bg-[linear-gradient(#0000,#0000008c,#000000d9)] px-2 pt-10 pb-1 text-white transition-opacity duration-200 focus-within:opacity-100 sm:px-3 ${
        // A tap on controls that do not show is meant for the picture.
        shown ? '*:pointer-events-auto' : 'opacity-0'
      }`}
    >
      <input
        type="range"
        className="player-slider block w-full"
        aria-label="Seek"
        aria-valuetext={`${spoken(time)} of ${spoken(duration)}`}
        min={0}
        max={Math.max(1, Math.floor(duration))}
        step={1}
        value={Math.min(Math.floor(time), Math.floor(duration))}
        onChange={(event) => act.onSeek(Number(event.target.value))}
        style={{ '--played': part(time), '--loaded': part(loaded) } as CSSProperties}
      />
      <div className="flex items-center">
        <button type="button" className={button} onClick={act.onToggle}>
          {paused ? (
            <PlayIcon className="size-6" fill="currentColor" />
          ) : (
            <PauseIcon className="size-6" fill="currentColor" />
          )}
          <span className="sr-only">{ended ? 'Play again' : paused ? 'Play' : 'Pause'}</span>
        </button>
        <button type="button" className={`${button} max-sm:hidden`} onClick={() => act.onSeek(time - 10)}>
          <RotateCcwIcon />
          <span className="sr-only">Back 10 seconds</span>
        </button>
        <button type="button" className={`${button} max-sm:hidden`} onClick={() => act.onSeek(time + 10)}>
          <RotateCwIcon />
          <span className="sr-only">Forward 10 seconds</span>
        </button>
        <button type="button" className={button} aria-pressed={muted} onClick={act.onMute}>
          {muted || volume === 0 ? <VolumeXIcon /> : <Volume2Icon />}
          <span className="sr-only">Mute</span>
        </button>
        <input
          type="range"
          className="player-slider hidden w-16 lg:pointer-fine:block"
          aria-label="Volume"
          min={0}
          max={100}
          step={5}
          value={muted ? 0 : Math.round(volume * 100)}
          onChange={(event) => act.onVolume(Number(event.target.value) / 100)}
          style={{ '--played': `${muted ? 0 : volume * 100}%` } as CSSProperties}
        />
        <span className="ml-2 text-xs whitespace-nowrap tabular-nums">
          {clockTime(time)} <span className="text-white/75">/ {clockTime(duration)}</span>
        </span>
        <span className="grow" />
        {captions !== undefined && (
          <button type="button" className={button} aria-pressed={captions} onClick={act.onCaptions}>
            <span className={`border-b-2 pb-0.5 ${captions ? 'border-white' : 'border-transparent'}`}>
              <CaptionsIcon />
            </span>
            <span className="sr-only">Captions</span>
          </button>
        )}
        <select
          aria-label="Speed"
          className="h-11 cursor-pointer appearance-none rounded-field bg-transparent px-2 text-center text-sm font-semibold tabular-nums hover:bg-white/20 focus-visible:outline-2 focus-visible:outline-white"
          value={speed}
          onChange={(event) => act.onSpeed(Number(event.target.value))}
        >
          {speeds.map((one) => (
            <option key={one} value={one} className="bg-base-100 text-base-content">
              {one}×
            </option>
          ))}
        </select>
        <button type="button" className={button} onClick={act.onFullscreen}>
          <MaximizeIcon />
          <span className="sr-only">Full screen</span>
        </button>
      </div>
    </div>
  )
}
