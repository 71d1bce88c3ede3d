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

/** What stands below the video of a course: of one of its chapters, or of none. */
function shown(changes: Partial<CoursePage>, own?: Chapter): string {
  const section = { id: 1, title: 'One', demo: '0' as const, chapters: [own ?? chapter(1, { open: false })] }
  const course = { ...details(), id: 7, title: 'Tenth Level', sections: [section], ...changes } as CoursePage
  const place = own && { section, chapter: own }
  return renderToStaticMarkup(<NowPlaying course={course} place={place} onOpen={() => {}} />)
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

describe('below the picture of a course that is locked', () => {
  it('stands the way to buy it', () => {
    expect(shown({ courseStatus: 'Not Purchased' })).toMatch(/<a href="\/buycourse\/7"[^>]*>Buy Now<\/a>/)
  })

  it('stands the way to its renewal, where money is owed', () => {
    const owed = { courseStatus: 'Expired', payment_status: 'partialpymnt', renewal_amount: 500 } as const
    const html = shown(owed)
    expect(html).toContain('Your access to this course has ended.')
    expect(html).toMatch(/<a href="\/my-courses\/7\/renewal"[^>]*>Renewal<\/a>/)
  })
})
