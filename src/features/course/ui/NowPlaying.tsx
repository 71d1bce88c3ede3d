import { useState } from 'react'
import { formatMinutes, sentenceCase } from '#features/catalogue/catalogue.rules.ts'
import CheckIcon from 'virtual:lucide/check'
import { clockTime } from '#lib/both/playback.ts'
import {
  doneWord,
  goOnAt,
  nextChapter,
  standStillOf,
  type GoOn as GoOnPlace,
  type Place,
} from '../course-page.rules.ts'
import { resumeAt } from '../player/video.rules.ts'
import type { CoursePage } from '../course.contract.ts'
import KeyboardIcon from 'virtual:lucide/keyboard'
import SkipForwardIcon from 'virtual:lucide/skip-forward'
import PlayIcon from 'virtual:lucide/play'
import { ReadMark } from './ReadMark.tsx'
import { ShortcutsDialog } from '../player/ui/ShortcutsDialog.tsx'

export interface NowPlayingProps {
  course: CoursePage
  place: Place | undefined
  onOpen: (chapterId: number) => void
}

/** Below the video: what it is and what comes next; on the course level, where to go on. */
export function NowPlaying({ course, place, onOpen }: NowPlayingProps) {
  return place ? (
    <ThisChapter course={course} place={place} onOpen={onOpen} />
  ) : (
    <GoOn course={course} onOpen={onOpen} />
  )
}

function ThisChapter({ course, place: { section, chapter }, onOpen }: NowPlayingProps & { place: Place }) {
  const [helping, setHelping] = useState(false)
  const next = nextChapter(course, chapter.id)?.chapter
  const resume = resumeAt(chapter.position, chapter.duration * 60)
  const plays = chapter.open && chapter.has_video
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-64">
          <p className="text-sm text-muted">{sentenceCase(section.title)}</p>
          <h2 className="text-lg leading-snug font-semibold sm:text-xl">{sentenceCase(chapter.title)}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted tabular-nums">
            <span>{formatMinutes(chapter.duration)}</span>
            {chapter.watched === '1' && (
              <span className="flex items-center gap-1 font-medium text-success">
                <CheckIcon className="size-4" />
                {doneWord(chapter)}
              </span>
            )}
            {chapter.open && chapter.video_provider !== 'file' && resume > 0 && (
              <span>Stopped at {clockTime(resume)}</span>
            )}
          </p>
        </div>
        <div className="flex items-center gap-2">
          {plays && (
            <button
              type="button"
              className="btn btn-ghost btn-square text-muted max-md:hidden pointer-coarse:hidden"
              onClick={() => setHelping(true)}
            >
              <KeyboardIcon />
              <span className="sr-only">Keyboard shortcuts</span>
            </button>
          )}
          {next && (
            <button type="button" className="btn" onClick={() => onOpen(next.id)}>
              <SkipForwardIcon className="size-4" />
              Next chapter
            </button>
          )}
        </div>
      </div>
      {chapter.open && !chapter.has_video && <ReadMark key={chapter.id} courseId={course.id} chapter={chapter} />}
      {helping && <ShortcutsDialog onClose={() => setHelping(false)} />}
    </>
  )
}

const invitations: Record<GoOnPlace['kind'], string> = {
  start: 'Start here',
  continue: 'Continue where you left off',
  next: 'Next chapter',
  again: 'You have completed every chapter. Start again',
}

/** Where the course goes on, and above it what holds the learner back; the header has what opens the course. */
function GoOn({ course, onOpen }: Omit<NowPlayingProps, 'place'>) {
  const still = standStillOf(course)
  const found = goOnAt(course)
  return (
    <div className="space-y-3">
      {still && (
        <section aria-label="Your access" className="rounded-box border border-base-300 bg-base-100 px-4 py-4 sm:px-5">
          <p className="font-semibold">{still.title}</p>
          <p className="mt-0.5 text-sm text-muted">{still.hint}</p>
        </section>
      )}
      {found && !(still && found.kind === 'again') && <GoOnButton found={found} onOpen={onOpen} />}
    </div>
  )
}

function GoOnButton({ found: { kind, chapter }, onOpen }: { found: GoOnPlace; onOpen: (chapterId: number) => void }) {
  const resume = resumeAt(chapter.position, chapter.duration * 60)
  return (
    <button
      type="button"
      onClick={() => onOpen(chapter.id)}
      className="flex w-full items-center gap-4 rounded-box border border-base-300 bg-base-100 px-4 py-3 text-left transition-shadow hover:shadow-lg sm:px-5"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-primary-content">
        <PlayIcon className="ml-0.5 size-5" fill="currentColor" />
      </span>
      <span className="min-w-0 grow">
        <span className="block text-sm text-muted">{invitations[kind]}</span>
        <span className="block font-semibold">{sentenceCase(chapter.title)}</span>
      </span>
      <span className="shrink-0 text-sm text-muted tabular-nums max-sm:hidden">
        {resume > 0 ? `Resume at ${clockTime(resume)}` : formatMinutes(chapter.duration)}
      </span>
    </button>
  )
}
