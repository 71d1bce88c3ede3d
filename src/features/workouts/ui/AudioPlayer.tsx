import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useStore } from '@nanostores/react'
import { clockTime, speeds } from '#lib/both/playback.ts'
import RotateCcwIcon from 'virtual:lucide/rotate-ccw'
import RotateCwIcon from 'virtual:lucide/rotate-cw'
import PauseIcon from 'virtual:lucide/pause'
import PlayIcon from 'virtual:lucide/play'
import '#ui/player/player.css'
import { useMedia } from '#ui/player/use-media.ts'
import { afterRenewal, mayRenew, seekTo, spokenTime } from '../listening.rules.ts'
import { $speed } from '../listening.store.ts'
import { announce, giveWay, silence } from '../media-session.browser.ts'

export interface AudioPlayerProps {
  title: string
  /** The recording's address; a later one of the same recording is not taken up, for what plays would begin anew. */
  src: string
  /** Fetches an address that works now: those of files end after some hours. Undefined when there is none to be had. */
  renew: () => Promise<string | undefined>
}

const STEP = 10
const KEY_STEP = 5

const button = 'btn btn-ghost btn-square size-11 shrink-0'

/** A recording with our own controls, in the colours of the page; the browser's element plays it. */
export function AudioPlayer({ title, src, renew }: AudioPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [first] = useState(src)
  const speed = useStore($speed)
  const [failed, setFailed] = useState(false)
  const { ended, waiting, time, duration, loaded, ...state } = useMedia(audio)
  // What failed does not go on, though the browser may still mean to.
  const paused = state.paused || failed
  // Whether the learner wants to hear it; what fails before is tried again then, and troubles nobody.
  const wanted = useRef<{ playing: boolean; at: number; renewedAt?: number | undefined }>({ playing: false, at: 0 })

  useEffect(() => {
    if (audio.current) audio.current.defaultPlaybackRate = audio.current.playbackRate = speed
  }, [speed])
  useEffect(() => {
    const element = audio.current
    if (!element) return
    const alone = giveWay(element)
    return () => {
      alone()
      silence(element)
    }
  }, [])

  const play = () => {
    const element = audio.current
    if (!element) return
    wanted.current.playing = true
    if (failed || element.error) void again()
    else element.play().catch(() => {})
  }
  const again = async () => {
    const element = audio.current
    if (!element) return
    setFailed(false)
    const at = element.currentTime || wanted.current.at
    wanted.current = { playing: true, at, renewedAt: at }
    try {
      const address = await renew()
      if (!address) return setFailed(true)
      element.src = address
      element.load()
      await element.play()
    } catch (error) {
      // Another press came between.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setFailed(true)
    }
  }
  const trouble = () => {
    if (!wanted.current.playing) return
    const decoding = audio.current?.error?.code === MediaError.MEDIA_ERR_DECODE
    if (mayRenew({ renewedAt: wanted.current.renewedAt, decoding, online: navigator.onLine })) void again()
    else setFailed(true)
  }
  const retry = useRef(again)
  useEffect(() => {
    retry.current = again
  })
  useEffect(() => {
    if (!failed) return
    const online = () => void retry.current()
    addEventListener('online', online)
    return () => removeEventListener('online', online)
  }, [failed])

  const seek = (seconds: number) => {
    if (audio.current) audio.current.currentTime = seekTo(seconds, duration)
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -KEY_STEP, ArrowDown: -KEY_STEP, ArrowRight: KEY_STEP, ArrowUp: KEY_STEP }[event.key]
    if (step === undefined) return
    event.preventDefault()
    seek(time + step)
  }
  const part = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
  const colours = {
    '--played': part(time),
    '--loaded': part(loaded),
    '--played-color': 'var(--color-primary)',
    '--loaded-color': 'color-mix(in oklab, var(--color-primary) 35%, var(--color-base-300))',
    '--rest-color': 'color-mix(in oklab, var(--color-base-content) 22%, transparent)',
  } as CSSProperties
  const word = ended ? 'Play again' : paused ? 'Play' : 'Pause'
  return (
    <div role="group" aria-label={`Player: ${title}`} className="rounded-field bg-base-200 p-3">
      <audio
        ref={audio}
        src={first}
        // A page may hold ten recordings: one is fetched when somebody wants to hear it.
        preload="none"
        onLoadedMetadata={({ currentTarget }) => {
          if (wanted.current.at > 0) currentTarget.currentTime = seekTo(wanted.current.at, currentTarget.duration)
          wanted.current.at = 0
        }}
        onPlay={({ currentTarget }) => announce(currentTarget, title, seek)}
        onPlaying={() => setFailed(false)}
        onTimeUpdate={({ currentTarget }) => {
          wanted.current.renewedAt = afterRenewal(wanted.current.renewedAt, currentTarget.currentTime)
        }}
        onPause={() => {
          wanted.current.playing = false
        }}
        onError={trouble}
      />
      <div className="flex items-center gap-3 sm:gap-4">
        <button
          type="button"
          className="btn btn-circle btn-primary size-12 shrink-0"
          aria-label={`${word}: ${title}`}
          aria-busy={waiting}
          onClick={() => (paused ? play() : audio.current?.pause())}
        >
          {waiting && !paused ? (
            <span className="loading loading-spinner size-5" aria-hidden="true" />
          ) : paused ? (
            <PlayIcon className="ml-0.5 size-6" fill="currentColor" />
          ) : (
            <PauseIcon className="size-6" fill="currentColor" />
          )}
        </button>
        <div className="min-w-0 grow">
          <input
            type="range"
            className="player-slider block w-full"
            aria-label="Seek"
            aria-valuetext={`${spokenTime(time)} of ${duration > 0 ? spokenTime(duration) : 'unknown length'}`}
            min={0}
            max={Math.max(1, Math.floor(duration))}
            step={1}
            value={Math.min(Math.floor(time), Math.floor(duration))}
            disabled={duration === 0}
            onChange={(event) => seek(Number(event.target.value))}
            onKeyDown={keys}
            style={colours}
          />
          <div className="flex items-center">
            <span className="text-sm whitespace-nowrap text-muted tabular-nums">
              <span className="text-base-content">{clockTime(time)}</span> /{' '}
              {duration > 0 ? clockTime(duration) : '–:––'}
            </span>
            <span className="grow" />
            <button type="button" className={button} disabled={duration === 0} onClick={() => seek(time - STEP)}>
              <RotateCcwIcon />
              <span className="sr-only">Back {STEP} seconds</span>
            </button>
            <button type="button" className={button} disabled={duration === 0} onClick={() => seek(time + STEP)}>
              <RotateCwIcon />
              <span className="sr-only">Forward {STEP} seconds</span>
            </button>
            <select
              aria-label="Speed"
              className="h-11 cursor-pointer appearance-none rounded-field bg-transparent px-2 text-center text-sm font-semibold tabular-nums hover:bg-base-300"
              value={speed}
              onChange={(event) => $speed.set(Number(event.target.value))}
            >
              {speeds.map((one) => (
                <option key={one} value={one} className="bg-base-100 text-base-content">
                  {one}×
                </option>
              ))}
            </select>
          </div>
        </div>
      </div>
      {failed && (
        <p
          role="alert"
          className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-base-300 pt-2 text-sm"
        >
          <span className="min-w-0">
            {navigator.onLine
              ? 'This recording cannot be played right now.'
              : 'You seem to be offline. The recording will continue as soon as you are back online.'}
          </span>
          <button type="button" className="btn btn-sm" onClick={() => void again()}>
            Try again
          </button>
        </p>
      )}
    </div>
  )
}
