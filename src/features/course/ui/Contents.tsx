import { useEffect, useRef, useState } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { formatMinutes, minutesOf, sentenceCase } from '#features/catalogue/catalogue.rules.ts'
import CheckIcon from 'virtual:lucide/check'
import ChevronDownIcon from 'virtual:lucide/chevron-down'
import LockIcon from 'virtual:lucide/lock'
import { clockTime } from '#lib/both/playback.ts'
import { doneWord, progressOf, type Place } from '../course-page.rules.ts'
import { resumeAt } from '../player/video.rules.ts'
import type { Chapter, CoursePage, Section } from '../course.contract.ts'
import ListIcon from 'virtual:lucide/list'
import PlayIcon from 'virtual:lucide/play'
import TextIcon from 'virtual:lucide/text'

export interface ContentsProps {
  course: CoursePage
  place: Place | undefined
  /** Undefined: the course itself. */
  onOpen: (chapterId: number | undefined) => void
  /** The list has a height of its own and scrolls (document 2, section 2: 600 px). */
  scrolls?: boolean
}

/** Sections and chapters: one section is open, one chapter is highlighted. */
export function Contents({ course, place, onOpen, scrolls = false }: ContentsProps) {
  const list = useRef<HTMLDivElement>(null)
  const current = place?.section.id
  const [opened, setOpened] = useState<number | undefined>(() => current ?? startSection(course)?.id)
  useEffect(() => {
    if (current !== undefined) setOpened(current)
  }, [current])
  useEffect(() => {
    // The list scrolls to the chapter, the page stays where it is.
    const box = list.current
    const row = box?.querySelector<HTMLElement>('[aria-current]')
    if (!scrolls || !box || !row) return
    const seen = row.offsetTop >= box.scrollTop && row.offsetTop + row.offsetHeight <= box.scrollTop + box.clientHeight
    if (!seen) box.scrollTop = row.offsetTop - box.clientHeight / 3
  }, [scrolls, place?.chapter.id])
  const { watched, total } = progressOf(course)
  return (
    <div className={`flex flex-col ${scrolls ? 'max-h-[600px]' : ''}`}>
      <div className="border-b border-base-300 px-4 py-3">
        <h2 className="font-semibold">Course Content</h2>
        <div className="mt-2 flex items-center gap-3">
          <progress
            className="progress progress-primary h-1.5 grow"
            value={watched}
            max={Math.max(total, 1)}
            aria-label="Chapters completed"
          />
          <span className="shrink-0 text-xs text-muted tabular-nums">
            {watched} of {total} completed
          </span>
        </div>
      </div>
      <div ref={list} className={`relative ${scrolls ? 'min-h-0 overflow-y-auto overscroll-contain' : ''}`}>
        <button
          type="button"
          aria-current={place ? undefined : 'true'}
          onClick={() => onOpen(undefined)}
          className={`flex min-h-12 w-full items-center gap-3 border-b border-base-300 px-4 py-2 text-left text-sm font-medium -outline-offset-2 ${place ? 'hover:bg-base-200' : 'bg-tint text-primary'}`}
        >
          <ListIcon className="size-5 shrink-0" />
          Course overview
        </button>
        {course.sections.map((section) => (
          <SectionPart
            key={section.id}
            section={section}
            open={opened === section.id}
            onToggle={() => setOpened(opened === section.id ? undefined : section.id)}
            chosen={place?.chapter.id}
            onOpen={onOpen}
          />
        ))}
        {total === 0 && <p className="px-4 py-8 text-center text-sm text-muted">The first chapters are coming soon.</p>}
      </div>
    </div>
  )
}

/** Where the learner was last, else the first section. */
function startSection({ sections, last_chapter_id }: CoursePage): Section | undefined {
  return sections.find(({ chapters }) => chapters.some(({ id }) => id === last_chapter_id)) ?? sections[0]
}

interface SectionProps {
  section: Section
  open: boolean
  onToggle: () => void
  chosen: number | undefined
  onOpen: (chapterId: number) => void
}

function SectionPart({ section, open, onToggle, chosen, onOpen }: SectionProps) {
  const watched = section.chapters.filter((chapter) => chapter.watched === '1').length
  const panel = `section-${section.id}`
  return (
    <section className="border-b border-base-300 last:border-b-0">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 px-4 py-2.5 text-left -outline-offset-2 hover:bg-base-200"
        >
          <span className="min-w-0 grow">
            <span className="block text-sm font-semibold">{sentenceCase(section.title)}</span>
            <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted tabular-nums">
              <span>
                {watched > 0
                  ? `${watched} of ${counted(section.chapters.length, 'chapter')}`
                  : counted(section.chapters.length, 'chapter')}
              </span>
              <span>{formatMinutes(minutesOf(section))}</span>
              {section.demo === '1' && <span className="font-semibold text-success">Free demo</span>}
            </span>
          </span>
          <ChevronDownIcon className={`size-5 shrink-0 text-muted transition-transform ${open ? 'rotate-180' : ''}`} />
        </button>
      </h3>
      <ol id={panel} hidden={!open} className="pb-2">
        {section.chapters.map((chapter) => (
          <li key={chapter.id}>
            <ChapterRow chapter={chapter} current={chapter.id === chosen} onOpen={() => onOpen(chapter.id)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function ChapterRow({ chapter, current, onOpen }: { chapter: Chapter; current: boolean; onOpen: () => void }) {
  const resume = resumeAt(chapter.position, chapter.duration * 60)
  const watched = chapter.watched === '1'
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      onClick={onOpen}
      className={`relative flex min-h-12 w-full items-start gap-3 px-4 py-2.5 text-left text-sm -outline-offset-2 ${current ? 'bg-tint' : 'hover:bg-base-200'}`}
    >
      {current && <span aria-hidden="true" className="absolute inset-y-1 left-0 w-1 rounded-r-full bg-primary" />}
      <Mark chapter={chapter} current={current} />
      <span className="min-w-0 grow">
        <span className={`block ${current ? 'font-semibold text-primary' : chapter.open ? '' : 'text-muted'}`}>
          {!chapter.open && <span className="sr-only">Locked: </span>}
          {sentenceCase(chapter.title)}
        </span>
        <span className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-muted tabular-nums">
          <span>{formatMinutes(chapter.duration)}</span>
          {watched && <span className="text-success">{doneWord(chapter)}</span>}
          {chapter.open && !current && resume > 0 && <span>Resume at {clockTime(resume)}</span>}
        </span>
      </span>
    </button>
  )
}

function Mark({ chapter: { open, watched, has_video }, current }: { chapter: Chapter; current: boolean }) {
  if (!open) return <LockIcon className="size-5 shrink-0 p-0.5 text-muted" />
  if (watched === '1') {
    return (
      <span className="grid size-5 shrink-0 place-items-center rounded-full bg-success text-success-content">
        <CheckIcon className="size-3.5" strokeWidth={3} />
      </span>
    )
  }
  return (
    <span
      className={`grid size-5 shrink-0 place-items-center rounded-full border-2 ${current ? 'border-primary text-primary' : 'border-base-300 text-muted'}`}
    >
      {has_video ? (
        <PlayIcon className="size-2.5" fill="currentColor" />
      ) : (
        <TextIcon className="size-2.5" strokeWidth="3" />
      )}
    </span>
  )
}
