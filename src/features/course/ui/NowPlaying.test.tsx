import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { chapter, details } from '../../../../tests/support/scenes/course-parts.ts'
import type { Chapter, CoursePage } from '../course.contract.ts'

// Before the imports: persistent stores look for local storage once, when they are loaded.
vi.hoisted(() => {
  const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', nothing)
  vi.stubGlobal('sessionStorage', nothing)
})

const { NowPlaying } = await import('./NowPlaying.tsx')
const { CourseHeader } = await import('./CourseHeader.tsx')
const { $offeredOnStage } = await import('../course-page.store.ts')

const sectionOf = (own?: Chapter) => ({
  id: 1,
  title: 'One',
  demo: '0' as const,
  chapters: [own ?? chapter(1, { open: false })],
})

const courseOf = (changes: Partial<CoursePage>, own?: Chapter) =>
  ({
    ...details(),
    id: 7,
    title: 'Tenth Level',
    phone: '+91 471 555 0101',
    sections: [sectionOf(own)],
    ...changes,
  }) as CoursePage

/** The labels of the buttons and links to buy or renew. */
const offers = (header: ReactElement) =>
  [...renderToStaticMarkup(header).matchAll(/(Buy Now|Renewal)<\/(?:a|button)>/g)].map(([, label]) => label)

/** What stands below the video of a course: of one of its chapters, or of none. */
function shown(changes: Partial<CoursePage>, own?: Chapter): string {
  const place = own && { section: sectionOf(own), chapter: own }
  return renderToStaticMarkup(<NowPlaying course={courseOf(changes, own)} place={place} onOpen={() => {}} />)
}

describe('a chapter without a video', () => {
  const active = { courseStatus: 'Active' } as const

  it('can be marked as read', () => {
    const html = shown(active, chapter(3, { has_video: false }))
    expect(html).toContain('This chapter has no video.')
    expect(html).toMatch(/<button[^>]*>Mark as read</)
  })

  it('that was marked as read says so, and asks no more', () => {
    const html = shown(active, chapter(3, { has_video: false, watched: '1' }))
    expect(html).toContain('You have marked it as read.')
    expect(html).not.toContain('Mark as read')
  })
})

describe('a course that is locked', () => {
  const owed = { payment_status: 'partialpymnt', renewal_amount: 500 } as const
  const cases = [
    ['Not Purchased', {}, 'Buy Now'],
    ['Expired', owed, 'Renewal'],
    ['Expired', { ...owed, renewal_amount: 0 }, 'Renewal'],
  ] as const

  it.each(cases)('%s has its offer once on the screen: in the header', (courseStatus, paid, label) => {
    const changes = { courseStatus, ...paid }
    expect(offers(<CourseHeader course={courseOf(changes)} />)).toEqual([label])
    const below = shown(changes)
    expect(below).toContain('aria-label="Your access"')
    expect(below).not.toContain(label)
  })

  it('leads to what is asked for: the renewal page where a part is left to pay', () => {
    const html = renderToStaticMarkup(<CourseHeader course={courseOf({ courseStatus: 'Expired', ...owed })} />)
    expect(html).toMatch(/<a href="\/my-courses\/7\/renewal"[^>]*>Renewal<\/a>/)
  })

  it('has the offer in the player while that shows it, and in the header again afterwards', () => {
    $offeredOnStage.set(true)
    expect(offers(<CourseHeader course={courseOf({ courseStatus: 'Expired', ...owed })} />)).toEqual([])
    $offeredOnStage.set(false)
    expect(offers(<CourseHeader course={courseOf({ courseStatus: 'Expired', ...owed })} />)).toEqual(['Renewal'])
  })
})
