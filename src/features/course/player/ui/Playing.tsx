import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { Dialog } from '#ui/Dialog.tsx'
import { keepPosition, logView, logWatched } from '../chapter-log.store.ts'
import { hasJoined } from '../../community.store.ts'
import { $chosenHere, coursePage, openChapter, refreshCourse } from '../../course-page.store.ts'
import { communitiesOf, findChapter, lockedNext, nextChapter, type Place } from '../../course-page.rules.ts'
import { resumeAt, sourceOf, type Source } from '../video.rules.ts'
import type { CoursePage } from '../../course.contract.ts'
import type { GateFacts } from '../../gate.rules.ts'
import { followPlayback, type Playback } from '../playback.browser.ts'
import type { PlayerPort } from '../player-port.browser.ts'
import { CommunityLinks } from '../../ui/Communities.tsx'
import { EmbedPlayer } from './EmbedPlayer.tsx'
import { FilePlayer } from './FilePlayer.tsx'
import { toggleFullscreen } from './fullscreen.ts'
import { NextUp } from './NextUp.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { StartButton } from './StartButton.tsx'
import { usePlayerKeys } from './use-player-keys.ts'

/** The player starts this long after the chapter has changed (document 2, section 9), in milliseconds. */
const START_DELAY = 300

export interface PlayingProps {
  course: CoursePage
  place: Place | undefined
  source: Extract<Source, { kind: 'file' | 'vimeo' | 'youtube' }>
  title: string
  poster: string
  stage: RefObject<HTMLElement | null>
}

/** One chapter's video, or the course's. A change of the chapter makes a new one, so nothing of the old remains. */
export function Playing({ course, place, source: given, title, poster, stage }: PlayingProps) {
  // Addresses are signed anew with each load of the course, and the position moves; what plays keeps those it began with.
  const [source] = useState(given)
  const [from] = useState(place?.chapter.position ?? 0)
  const [started, setStarted] = useState(false)
  // A video plays by itself only where the learner asked for it on this page.
  const [wanted, setWanted] = useState(() => $chosenHere.get())
  const [port, setPort] = useState<PlayerPort>()
  const [asking, setAsking] = useState(false)
  const [ended, setEnded] = useState(false)
  const [helping, setHelping] = useState(false)
  const [word, setWord] = useState('')
  const playback = useRef<Playback>(undefined)
  const courseId = course.id
  const chapterId = place?.chapter.id
  const contentId = place?.chapter.content_id
  const demo = place?.section.demo === '1'

  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), START_DELAY)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (port && wanted) port.play().catch(() => {})
  }, [port, wanted])
  useEffect(() => {
    if (!port || chapterId === undefined || contentId === undefined) return
    const chapter = { id: chapterId, content_id: contentId }
    const followed = followPlayback(port, {
      from,
      facts: () => factsOf(demo),
      prompt: () => setAsking(true),
      logView: () => logView(courseId, chapter),
      logWatched: () => void logWatched(courseId, chapter),
      save: (seconds, leaving, watchedMs) => keepPosition(chapterId, seconds, leaving, watchedMs),
      ended: () => setEnded(true),
    })
    playback.current = followed
    const played = port.on('play', () => setEnded(false))
    return () => {
      played()
      followed.stop()
    }
  }, [port, courseId, chapterId, contentId, demo, from])
  useEffect(() => {
    if (!word) return
    const timer = setTimeout(() => setWord(''), 900)
    return () => clearTimeout(timer)
  }, [word])

  // What was in focus before the prompt may be gone.
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current && !asking) keepFocus(stage.current)
    asked.current = asking
  }, [asking, stage])

  const help = useCallback(() => setHelping(true), [])
  usePlayerKeys({ stage, port, onHelp: help, onDone: setWord })

  const next = chapterId === undefined ? undefined : nextChapter(course, chapterId)?.chapter
  const nextId = next?.id
  const goOn = useCallback(() => openChapter(nextId), [nextId])
  const renew = async () => {
    const fresh = await refreshCourse()
    const again = sourceOf(fresh, findChapter(fresh, chapterId)?.chapter)
    return again.kind === 'file' ? again.src : undefined
  }
  return (
    <>
      {!started && <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />}
      {started && source.kind === 'file' && (
        <FilePlayer
          title={title}
          src={source.src}
          captions={source.captions}
          poster={poster}
          position={from}
          onPort={setPort}
          onFullscreen={() => toggleFullscreen(stage.current)}
          renew={renew}
        />
      )}
      {/* Until somebody wants to watch, nothing is asked of the provider. */}
      {started && source.kind !== 'file' && !wanted && (
        <>
          <img src={poster} alt="" className="absolute inset-0 size-full object-cover" />
          <StartButton title={title} start={resumeAt(from, 0)} onStart={() => setWanted(true)} />
        </>
      )}
      {started && source.kind !== 'file' && wanted && (
        <EmbedPlayer title={title} source={source} position={from} onPort={setPort} />
      )}
      {ended && (
        <NextUp
          course={course}
          next={next}
          locked={chapterId === undefined ? undefined : lockedNext(course, chapterId)}
          onNext={goOn}
          onAgain={() => {
            setEnded(false)
            port?.seek(0)
            port?.play().catch(() => {})
          }}
        />
      )}
      <p role="status" className="pointer-events-none absolute inset-x-0 top-1/4 text-center">
        {word && <span className="rounded-full bg-black/75 px-4 py-1.5 text-sm font-semibold text-white">{word}</span>}
      </p>
      <Dialog
        open={asking}
        title="Please Join the below community"
        size="sm"
        onClose={() => {
          setAsking(false)
          playback.current?.dismiss()
        }}
      >
        <CommunityLinks course={course} />
      </Dialog>
      {helping && <ShortcutsDialog onClose={() => setHelping(false)} />}
    </>
  )
}

/** Gives the player the focus that would otherwise be nowhere. */
function keepFocus(stage: HTMLElement | null): void {
  if (document.activeElement === document.body) stage?.focus({ preventScroll: true })
}

/** As they are now: the learner may have joined in another tab, or the course may have ended. */
function factsOf(demo: boolean): GateFacts {
  const state = coursePage.$state.get()
  if (state.is !== 'shown') return { active: false, demo, joined: true, joinable: false }
  const { course } = state.shown
  return {
    active: course.courseStatus === 'Active',
    demo,
    joined: hasJoined(course),
    joinable: communitiesOf(course).length > 0,
  }
}
