import { useEffect, useRef, useState } from 'react'
import { useStore } from '@nanostores/react'
import '#ui/player/player.css'
import { useMedia } from '#ui/player/use-media.ts'
import { Spinner } from '#ui/states/Spinner.tsx'
import { resumeAt } from '../video.rules.ts'
import { $preferences, prefer } from '../player-preferences.store.ts'
import type { PlayerPort } from '../player-port.browser.ts'
import { Controls } from './Controls.tsx'
import { filePort } from './ports/file-port.ts'
import { PlayerFailure } from './PlayerFailure.tsx'
import { StartButton } from './StartButton.tsx'
import { useCaptions } from './use-captions.ts'
import { useShown } from './use-shown.ts'

export interface FilePlayerProps {
  title: string
  src: string
  captions: string | null
  poster: string
  /** Where the learner left, seconds. */
  position: number
  onPort: (port: PlayerPort | undefined) => void
  onFullscreen: () => void
  /** Fetches a new address: those of files end after some hours. Undefined when there is none to be had. */
  renew: () => Promise<string | undefined>
}

/** A video file with our own controls. */
export function FilePlayer({ title, src, captions, poster, position, onPort, onFullscreen, renew }: FilePlayerProps) {
  const video = useRef<HTMLVideoElement>(null)
  const track = useRef<HTMLTrackElement>(null)
  const { speed, muted, volume, captions: captionsOn } = useStore($preferences)
  const state = useMedia(video)
  const lines = useCaptions(track, captionsOn)
  const { shown, wake, touch } = useShown(state.paused)
  const [address, setAddress] = useState(src)
  const [failed, setFailed] = useState(false)
  // Where to go on once the data is there; the first time it is where the learner left.
  const resume = useRef<{ at: number; playing: boolean; renewed: boolean }>({
    at: position,
    playing: false,
    renewed: false,
  })
  const hasCaptions = captions !== null

  useEffect(() => {
    const element = video.current
    if (!element) return
    const before = $preferences.get()
    element.muted = before.muted
    element.volume = before.volume
    const toggle = () => prefer({ captions: !$preferences.get().captions })
    const port = filePort(element, hasCaptions ? toggle : undefined)
    port.setSpeed(before.speed)
    onPort(port)
    return () => {
      onPort(undefined)
      port.destroy()
    }
  }, [onPort, hasCaptions])
  useEffect(() => {
    const element = video.current
    if (element) element.defaultPlaybackRate = element.playbackRate = speed
  }, [speed, address])

  const ready = () => {
    const element = video.current
    if (!element) return
    const at = resumeAt(resume.current.at, element.duration)
    if (at > 0) element.currentTime = at
    resume.current.at = 0
    if (resume.current.playing) element.play().catch(() => {})
  }
  const again = async () => {
    const element = video.current
    setFailed(false)
    resume.current = { at: element?.currentTime || resume.current.at, playing: !state.untouched, renewed: true }
    try {
      const next = await renew()
      if (!next) setFailed(true)
      else if (next === address) element?.load()
      else setAddress(next)
    } catch {
      setFailed(true)
    }
  }
  // The address may have ended while the page stood open, so the first failure is no reason to trouble the learner.
  const trouble = () => (resume.current.renewed || !navigator.onLine ? setFailed(true) : void again())
  const toggle = () => {
    const element = video.current
    if (!element) return
    if (element.paused) element.play().catch(() => {})
    else element.pause()
  }
  const seek = (seconds: number) => {
    if (video.current) video.current.currentTime = Math.max(0, Math.min(seconds, state.duration || seconds))
  }
  const start = resumeAt(position, state.duration)
  const untouched = state.untouched && state.paused
  return (
    <div
      className={`absolute inset-0 ${shown ? '' : 'cursor-none'}`}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && wake()}
      onKeyDown={wake}
    >
      <video
        ref={video}
        src={address}
        poster={poster}
        preload="metadata"
        playsInline
        tabIndex={-1}
        aria-label={title}
        className="size-full"
        onLoadedMetadata={ready}
        onPlaying={() => {
          resume.current.renewed = false
        }}
        onError={trouble}
        onVolumeChange={({ currentTarget: { muted, volume } }) => prefer({ muted, volume })}
        onPointerUp={({ pointerType }) => (pointerType === 'touch' ? touch() : toggle())}
      >
        {captions && <track ref={track} kind="captions" label="Captions" src={captions} />}
      </video>
      {state.waiting && !failed && (
        <span className="pointer-events-none absolute inset-0 grid place-items-center">
          <Spinner label="Loading the video" size={48} />
        </span>
      )}
      {lines.length > 0 && (
        <p
          className={`pointer-events-none absolute inset-x-4 text-center transition-[bottom] ${shown ? 'bottom-24' : 'bottom-4'}`}
        >
          {lines.map((line, index) => (
            <span key={index} className="block">
              <span className="box-decoration-clone bg-black/80 px-2 py-0.5 text-sm text-white sm:text-lg">{line}</span>
            </span>
          ))}
        </p>
      )}
      {failed ? (
        <PlayerFailure onRetry={() => void again()} />
      ) : (
        <>
          {untouched ? (
            <StartButton title={title} start={start} onStart={toggle} />
          ) : (
            <Controls
              state={{ ...state, muted, volume }}
              speed={speed}
              captions={hasCaptions ? captionsOn : undefined}
              shown={shown}
              onToggle={toggle}
              onSeek={seek}
              onMute={() => video.current && (video.current.muted = !video.current.muted)}
              onVolume={(to) => {
                if (!video.current) return
                video.current.volume = to
                video.current.muted = to === 0
              }}
              onCaptions={() => prefer({ captions: !captionsOn })}
              onSpeed={(to) => prefer({ speed: to })}
              onFullscreen={onFullscreen}
            />
          )}
        </>
      )}
    </div>
  )
}
