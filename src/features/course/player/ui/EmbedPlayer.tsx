import { useEffect, useRef, useState } from 'react'
import { withQuery } from '#lib/both/paths.ts'
import { retryable } from '#lib/browser/call/retryable.ts'
import { resumeAt, type Source } from '../video.rules.ts'
import { $preferences } from '../player-preferences.store.ts'
import type { PlayerPort } from '../player-port.browser.ts'
import { PlayerFailure } from './PlayerFailure.tsx'
import { YOUTUBE, youtubePort } from './ports/youtube-port.ts'

const loadVimeo = retryable(() => import('./ports/vimeo-port.ts'))

export interface EmbedPlayerProps {
  title: string
  source: Extract<Source, { kind: 'vimeo' | 'youtube' }>
  /** Where the learner left, seconds. */
  position: number
  onPort: (port: PlayerPort | undefined) => void
}

/** A frame that has said nothing for so long does not play, in milliseconds. It may still come round. */
const ANSWER_MS = 12_000

/** A provider's own player in a frame; its code and the frame come when a chapter with that provider is opened. */
export function EmbedPlayer({ title, source, position, onPort }: EmbedPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const address = addressOf(source, Math.floor(resumeAt(position, 0)))
  const { kind } = source
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let port: PlayerPort | undefined
    let gone = false
    const waiting = setTimeout(() => setFailed(true), ANSWER_MS)
    const make = async () => {
      const { captions, speed } = $preferences.get()
      if (kind === 'youtube') port = youtubePort(element)
      else {
        keepToPlaying()
        const { vimeoPort } = await loadVimeo()
        if (gone) return
        port = vimeoPort(element, captions)
      }
      port.on('ready', () => {
        clearTimeout(waiting)
        setFailed(false)
      })
      port.on('error', () => setFailed(true))
      if (speed !== 1) port.setSpeed(speed)
      onPort(port)
    }
    // Without the script the frame still plays, but unheard: better to say so and try again.
    make().catch(() => setFailed(true))
    return () => {
      gone = true
      clearTimeout(waiting)
      onPort(undefined)
      port?.destroy()
    }
  }, [kind, onPort, attempt])
  return (
    <>
      <iframe
        key={attempt}
        ref={frame}
        src={address}
        title={title}
        className="absolute inset-0 size-full"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      {failed && (
        <PlayerFailure
          onRetry={() => {
            setFailed(false)
            setAttempt((count) => count + 1)
          }}
        />
      )}
    </>
  )
}

/** The provider's script would else tell the frame the address of this page, and look into it for a time to start at. */
function keepToPlaying(): void {
  Object.assign(globalThis, { VimeoSeoMetadataAppended: true, VimeoCheckedUrlTimeParam: true })
}

/** @param start seconds */
function addressOf(source: EmbedPlayerProps['source'], start: number): string {
  if (source.kind === 'vimeo') {
    // Without h an unlisted video does not exist; dnt keeps cookies and tracking out.
    const query = { h: source.hash ?? '', dnt: 1, playsinline: 1, title: 0, byline: 0, portrait: 0 }
    return `${withQuery(`https://player.vimeo.com/video/${source.id}`, query)}${start > 0 ? `#t=${start}s` : ''}`
  }
  const query = { enablejsapi: 1, origin: location.origin, playsinline: 1, rel: 0, start: start || '' }
  return withQuery(`${YOUTUBE}/embed/${source.id}`, query)
}
