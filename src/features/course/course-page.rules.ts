import { counted } from '#lib/both/text/format.ts'
import type { Chapter, CoursePage, CourseStatus, Section } from './course.contract.ts'

/** What the course page shows and opens: document 2, sections 2 and 4. */

export const tabIds = [
  'content',
  'description',
  'attachments',
  'syllabus',
  'examinations',
  'activity',
  'discussions',
  'community',
] as const

export type TabId = (typeof tabIds)[number]

export interface TabFacts {
  /** Below 768 px. */
  small: boolean
  chapterChosen: boolean
  hasPanel: boolean
  status: CourseStatus
}

/** The tabs of a course page, in their order: at most seven. */
export function tabsOf({ small, chapterChosen, hasPanel, status }: TabFacts): TabId[] {
  const shown: Record<TabId, boolean> = {
    content: small,
    description: true,
    attachments: chapterChosen,
    syllabus: !chapterChosen,
    examinations: true,
    activity: true,
    discussions: hasPanel,
    community: status === 'Active',
  }
  return tabIds.filter((id) => shown[id])
}

/** What takes a tab's place once it is gone: documents belong to a chapter, syllabuses to the course. */
const twins: Partial<Record<TabId, TabId>> = { attachments: 'syllabus', syllabus: 'attachments' }

/** The tab to show: the one asked for, else its twin, else the first. On wide screens there is no content tab. */
export function tabShown(tabs: readonly TabId[], asked: TabId | undefined): TabId {
  const candidates = asked ? [asked, twins[asked]] : []
  return candidates.find((id): id is TabId => id !== undefined && tabs.includes(id)) ?? tabs[0] ?? 'description'
}

/** What a learner without an active course is offered. */
export type Offer =
  | { kind: 'none' }
  | { kind: 'buy' }
  /** Pays what is left, on the renewal page. */
  | { kind: 'renew' }
  /** Only the sales team can help: a dialog with its phone number. */
  | { kind: 'call' }

type Paid = Pick<CoursePage, 'courseStatus' | 'payment_status' | 'renewal_amount'>

/** The cases of document 2, section 4. An expired course without a known payment is one for the sales team as well. */
export function offerOf(course: Paid): Offer {
  if (course.courseStatus === 'Active') return { kind: 'none' }
  if (course.courseStatus === 'Not Purchased') return { kind: 'buy' }
  return { kind: course.payment_status === 'partialpymnt' && course.renewal_amount > 0 ? 'renew' : 'call' }
}

/** How an expired course is opened again, in a sentence. @param purpose such as 'continue' */
export function renewalHint(course: Paid, purpose: string): string {
  return offerOf(course).kind === 'renew' ? `Renew it to ${purpose}` : `Contact us to renew it and ${purpose}`
}

export interface Place {
  section: Section
  chapter: Chapter
}

type Outline = Pick<CoursePage, 'sections'>

/** A chapter with its section; undefined when the course has no such chapter. */
export function findChapter({ sections }: Outline, chapterId: number | undefined): Place | undefined {
  for (const section of sections) {
    const chapter = section.chapters.find(({ id }) => id === chapterId)
    if (chapter) return { section, chapter }
  }
  return undefined
}

/** The chapter after this one, across sections, that the learner may open. */
export function nextChapter({ sections }: Outline, chapterId: number): Place | undefined {
  const all = sections.flatMap((section) => section.chapters.map((chapter) => ({ section, chapter })))
  const at = all.findIndex(({ chapter }) => chapter.id === chapterId)
  return at < 0 ? undefined : all.slice(at + 1).find(({ chapter }) => chapter.open)
}

/** A chapter that is locked, across sections, right after this one; undefined when the next one is open or none is left. */
export function lockedNext({ sections }: Outline, chapterId: number): Chapter | undefined {
  const all = sections.flatMap(({ chapters }) => chapters)
  const at = all.findIndex(({ id }) => id === chapterId)
  const next = at < 0 ? undefined : all[at + 1]
  return next?.open === false ? next : undefined
}

export interface GoOn {
  /** Nothing seen yet, stopped within a chapter, done with one, done with every chapter of the course. */
  kind: 'start' | 'continue' | 'next' | 'again'
  chapter: Chapter
}

/** Where the learner goes on in the course; undefined while every open chapter is done and others are locked. */
export function goOnAt(course: Pick<CoursePage, 'sections' | 'last_chapter_id'>): GoOn | undefined {
  const all = course.sections.flatMap((section) => section.chapters)
  const chapters = all.filter(({ open }) => open)
  const [first] = chapters
  if (!first) return undefined
  const at = chapters.findIndex(({ id }) => id === course.last_chapter_id)
  const last = chapters[at]
  if (last && (last.watched === '0' || last.position > 0)) return { kind: 'continue', chapter: last }
  const unseen = [...chapters.slice(at + 1), ...chapters].find(({ watched }) => watched === '0')
  if (unseen) return { kind: chapters.some(({ watched }) => watched === '1') ? 'next' : 'start', chapter: unseen }
  return all.every(({ watched }) => watched === '1') ? { kind: 'again', chapter: first } : undefined
}

/** What is true of a course in which the learner cannot go on, and what opens it: two sentences beside the offer. */
export interface StandStill {
  title: string
  hint: string
}

/**
 * What to say where chapters are locked: of an expired course always; of one not bought once its open chapters are done.
 * Undefined where nothing holds the learner back.
 */
export function standStillOf(course: Pick<CoursePage, 'sections' | 'last_chapter_id'> & Paid): StandStill | undefined {
  const { watched, total } = progressOf(course)
  const chapters = course.sections.flatMap((section) => section.chapters)
  const open = chapters.filter((chapter) => chapter.open).length
  if (course.courseStatus === 'Expired') {
    const ended = 'Your access to this course has ended.'
    if (watched === 0) return { title: ended, hint: `${renewalHint(course, 'start its chapters')}.` }
    return watched === total
      ? {
          title: 'You have completed every chapter.',
          hint: `${ended} ${renewalHint(course, 'go through them again')}.`,
        }
      : {
          title: `You have completed ${watched} of ${counted(total, 'chapter')}.`,
          hint: `${ended} ${renewalHint(course, 'continue')}; your progress is saved.`,
        }
  }
  if (course.courseStatus !== 'Not Purchased' || open === total || goOnAt(course)) return undefined
  const locked = total - open
  return {
    title: open > 0 ? 'You have completed every free chapter.' : 'No chapter of this course is free.',
    hint: `${counted(locked, open > 0 ? 'more chapter' : 'chapter')} ${locked === 1 ? 'unlocks' : 'unlock'} when you buy the course.`,
  }
}

/** Chapters done, of all: watched, or read where there is no video. */
export function progressOf({ sections }: Outline): { watched: number; total: number } {
  const chapters = sections.flatMap((section) => section.chapters)
  return { watched: chapters.filter(({ watched }) => watched === '1').length, total: chapters.length }
}

/** What a chapter that is done was. */
export function doneWord({ has_video }: Pick<Chapter, 'has_video'>): 'Watched' | 'Read' {
  return has_video ? 'Watched' : 'Read'
}

export interface Community {
  option: 'wa_community' | 'tg_community'
  label: string
  link: string
  /** Undefined when the course does not name it; then a join cannot be noted. */
  id: number | undefined
}

const communityLabels = { wa_community: 'Join us on WhatsApp', tg_community: 'Join us on Telegram' } as const

/** The groups of the course that have a link; 'nil' is none (document 2, section 5). */
export function communitiesOf({ details, metas }: Pick<CoursePage, 'details' | 'metas'>): Community[] {
  return (['wa_community', 'tg_community'] as const).flatMap((option) => {
    const link = details[option]
    if (!link || link === 'nil' || !link.startsWith('https://')) return []
    return { option, label: communityLabels[option], link, id: metas.find((meta) => meta.option === option)?.id }
  })
}
