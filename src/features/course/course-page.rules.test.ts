import { describe, expect, it } from 'vitest'
import type { Chapter, CoursePage } from './course.contract.ts'
import { chapter, details } from '../../../tests/support/scenes/course-parts.ts'
import {
  communitiesOf,
  findChapter,
  goOnAt,
  lockedNext,
  nextChapter,
  offerOf,
  progressOf,
  standStillOf,
  tabShown,
  tabsOf,
} from './course-page.rules.ts'

const outline = {
  sections: [
    { id: 1, title: 'One', demo: '1' as const, chapters: [chapter(1, { watched: '1' }), chapter(2)] },
    { id: 2, title: 'Two', demo: '0' as const, chapters: [chapter(3, { open: false }), chapter(4)] },
  ],
}

describe('where to go on', () => {
  const done = { watched: '1' as const }
  const course = (last_chapter_id: number | null, ...chapters: Chapter[]) => ({
    last_chapter_id,
    sections: [{ id: 1, title: 'One', demo: '0' as const, chapters }],
  })
  const at = (...given: Parameters<typeof course>) => {
    const found = goOnAt(course(...given))
    return found && [found.kind, found.chapter.id]
  }

  it('is the first open chapter of a course that was not begun', () => {
    expect(at(null, chapter(1, { open: false }), chapter(2), chapter(3))).toEqual(['start', 2])
  })

  it('is the chapter that was left before its end, also when it was watched before', () => {
    expect(at(2, chapter(1), chapter(2), chapter(3))).toEqual(['continue', 2])
    expect(at(2, chapter(1), chapter(2, { ...done, position: 40 }), chapter(3))).toEqual(['continue', 2])
  })

  it('is the next chapter not watched after one that is done, else the first left out', () => {
    expect(at(1, chapter(1, done), chapter(2, done), chapter(3))).toEqual(['next', 3])
    expect(at(3, chapter(1, done), chapter(2), chapter(3, done))).toEqual(['next', 2])
  })

  it('is among the open chapters when the last one is locked again', () => {
    expect(at(3, chapter(1, done), chapter(2), chapter(3, { open: false }))).toEqual(['next', 2])
  })

  it('is the beginning once all is watched, and nowhere in a course that is locked', () => {
    expect(at(2, chapter(1, done), chapter(2, done))).toEqual(['again', 1])
    expect(at(null, chapter(1, { open: false }))).toBeUndefined()
  })

  it('is not the beginning, as if all were done, while chapters that were not watched are locked', () => {
    expect(at(1, chapter(1, done), chapter(2, { open: false }))).toBeUndefined()
    expect(at(1, chapter(1, done), chapter(2, { ...done, open: false }))).toEqual(['again', 1])
  })
})

describe('what holds a learner back', () => {
  const done = { watched: '1' as const }
  const locked = { open: false }
  const owed = { payment_status: 'partialpymnt', renewal_amount: 500 } as const
  const courseOf = (courseStatus: CoursePage['courseStatus'], ...chapters: Chapter[]) => {
    const sections = [{ id: 1, title: 'One', demo: '0' as const, chapters }]
    return { courseStatus, last_chapter_id: null, sections, ...owed }
  }
  const said = (...course: Parameters<typeof courseOf>) => standStillOf(courseOf(...course))

  it('is, of an expired course, how much of it is done, and that it ended', () => {
    const ended = 'Your access to this course has ended.'
    expect(said('Expired', chapter(1, done), chapter(2, { ...done, ...locked }), chapter(3, locked))).toEqual({
      title: 'You have completed 2 of 3 chapters.',
      hint: `${ended} Renew it to continue; your progress is saved.`,
    })
    expect(said('Expired', chapter(1, { ...done, ...locked }))).toEqual({
      title: 'You have completed every chapter.',
      hint: `${ended} Renew it to go through them again.`,
    })
    const unbegun = { title: ended, hint: 'Renew it to start its chapters.' }
    expect([said('Expired', chapter(1, locked)), said('Expired')]).toEqual([unbegun, unbegun])
  })

  it('names a renewal only where it can be paid', () => {
    const course = { ...courseOf('Expired', chapter(1, locked)), renewal_amount: 0 }
    expect(standStillOf(course)?.hint).toBe('Contact us to renew it and start its chapters.')
    const half = courseOf('Expired', chapter(1, done), chapter(2, locked))
    expect(standStillOf({ ...half, payment_status: 'closedpymnt' })?.hint).toBe(
      'Your access to this course has ended. Contact us to renew it and continue; your progress is saved.',
    )
  })

  it('is, of a course not bought, the rest of it, once the free chapters are done', () => {
    expect(said('Not Purchased', chapter(1, done), chapter(2), chapter(3, locked))).toBeUndefined()
    expect(said('Not Purchased', chapter(1, done), chapter(2, locked), chapter(3, locked))).toEqual({
      title: 'You have completed every free chapter.',
      hint: '2 more chapters unlock when you buy the course.',
    })
    expect(said('Not Purchased', chapter(1, locked))).toEqual({
      title: 'No chapter of this course is free.',
      hint: '1 chapter unlocks when you buy the course.',
    })
  })

  it('is nothing where all chapters are open', () => {
    expect(said('Active', chapter(1, done))).toBeUndefined()
    expect(said('Not Purchased', chapter(1, done))).toBeUndefined()
    expect(said('Not Purchased')).toBeUndefined()
  })
})

describe('tabs', () => {
  const facts = { small: false, chapterChosen: false, hasPanel: false, status: 'Not Purchased' as const }

  it('are description, syllabus, examinations and activity on the course level of a course not bought', () => {
    expect(tabsOf(facts)).toEqual(['description', 'syllabus', 'examinations', 'activity'])
  })

  it('are all seven for a chapter of an active course with a panel on a small screen', () => {
    expect(tabsOf({ small: true, chapterChosen: true, hasPanel: true, status: 'Active' })).toEqual([
      'content',
      'description',
      'attachments',
      'examinations',
      'activity',
      'discussions',
      'community',
    ])
  })

  it('leave community to active courses', () => {
    expect(tabsOf({ ...facts, status: 'Expired' })).not.toContain('community')
  })

  it('start with content on small screens and with description on wide ones', () => {
    expect(tabShown(tabsOf({ ...facts, small: true }), undefined)).toBe('content')
    expect(tabShown(tabsOf(facts), undefined)).toBe('description')
    expect(tabShown(tabsOf(facts), 'content')).toBe('description')
  })

  it('keep the tab that was asked for, or its twin when a chapter is chosen or left', () => {
    expect(tabShown(tabsOf(facts), 'activity')).toBe('activity')
    expect(tabShown(tabsOf({ ...facts, chapterChosen: true }), 'syllabus')).toBe('attachments')
    expect(tabShown(tabsOf(facts), 'attachments')).toBe('syllabus')
  })
})

describe('the offer', () => {
  const course = { payment_status: null, renewal_amount: 0 }

  it('is nothing for an active course, and to buy one that is not bought', () => {
    expect(offerOf({ ...course, courseStatus: 'Active' }).kind).toBe('none')
    expect(offerOf({ ...course, courseStatus: 'Not Purchased' }).kind).toBe('buy')
  })

  it('is a call to the sales team when an expired course is paid up, or nothing is known of its payment', () => {
    expect(offerOf({ courseStatus: 'Expired', payment_status: 'closedpymnt', renewal_amount: 500 }).kind).toBe('call')
    expect(offerOf({ ...course, courseStatus: 'Expired' }).kind).toBe('call')
  })

  it('is the renewal page when a part is left to pay, and a call when nothing is left', () => {
    const expired = { courseStatus: 'Expired', payment_status: 'partialpymnt' } as const
    expect(offerOf({ ...expired, renewal_amount: 1 }).kind).toBe('renew')
    expect(offerOf({ ...expired, renewal_amount: 0 }).kind).toBe('call')
  })
})

describe('chapters', () => {
  it('are found with their section', () => {
    expect(findChapter(outline, 4)?.section.title).toBe('Two')
    expect(findChapter(outline, 9)).toBeUndefined()
    expect(findChapter(outline, undefined)).toBeUndefined()
  })

  it('are followed by the next one that is open, across sections', () => {
    expect(nextChapter(outline, 1)?.chapter.id).toBe(2)
    expect(nextChapter(outline, 2)?.chapter.id).toBe(4)
    expect(nextChapter(outline, 4)).toBeUndefined()
    expect(nextChapter(outline, 9)).toBeUndefined()
  })

  it('are followed by a locked one only where it comes right after', () => {
    expect(lockedNext(outline, 2)?.id).toBe(3)
    expect(lockedNext(outline, 1)).toBeUndefined()
    expect(lockedNext(outline, 4)).toBeUndefined()
    expect(lockedNext(outline, 9)).toBeUndefined()
  })

  it('are counted, and those watched', () => {
    expect(progressOf(outline)).toEqual({ watched: 1, total: 4 })
  })
})

describe('communities', () => {
  const metas = [{ id: 31, option: 'tg_community' }]

  it('are those with a link, with the id that a join is noted by', () => {
    const course = details({ wa_community: 'https://chat.whatsapp.com/abc', tg_community: 'https://t.me/padavu' })
    expect(communitiesOf({ ...course, metas }).map(({ label, id }) => [label, id])).toEqual([
      ['Join us on WhatsApp', undefined],
      ['Join us on Telegram', 31],
    ])
  })

  it("are none where the link is the placeholder 'nil', missing, or no address of the web", () => {
    expect(communitiesOf({ ...details({ wa_community: 'nil', tg_community: null }), metas })).toEqual([])
    expect(communitiesOf({ ...details({ wa_community: 'javascript:alert(1)' }), metas })).toEqual([])
  })
})
