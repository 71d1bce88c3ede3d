import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CoursePage } from '../course.contract.ts'
import type { Community } from '../course-page.rules.ts'

// Before the imports: persistent stores look for local storage once, when they are loaded.
const storage = vi.hoisted(() => {
  const held = Object.create({
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => void (held[key] = value),
    removeItem: (key: string) => void delete held[key],
  }) as Record<string, string>
  vi.stubGlobal('localStorage', held)
  vi.stubGlobal('sessionStorage', held)
  return held
})

const { $user } = await import('#features/auth/auth.store.ts')
const { coursePage } = await import('../course-page.store.ts')
const { $joined, hasJoined, noteJoin } = await import('../community.store.ts')
const log = await import('./chapter-log.store.ts')

const chapter = { id: 31, content_id: 7, title: 'Calendar', watched: '0', position: 0 }
const course = {
  id: 7,
  details: { courseCommunityJoined: false },
  sections: [{ id: 1, demo: '0', chapters: [chapter] }],
} as unknown as CoursePage
const whatsApp: Community = {
  option: 'wa_community',
  label: 'Join us on WhatsApp',
  link: 'https://chat.whatsapp.com/x',
  id: 4,
}

let sent: { path: string; body: unknown; keepalive: boolean }[]
let answer: () => Response
const warn = vi.fn()

let leave = () => {}

beforeEach(async () => {
  sent = []
  answer = () => Response.json({ status: true, success: true, message: 'Noted' })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  $user.set({ id: 5, token: 'secret' } as never)
  vi.stubGlobal('fetch', async () => Response.json({ status: true, page_content: course }))
  leave()
  leave = coursePage.open(7)
  await vi.waitFor(() => expect(coursePage.$state.get().is).toBe('shown'))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(init.body as string) as unknown, keepalive: init.keepalive === true })
    return answer()
  })
  vi.spyOn(console, 'warn').mockImplementation(warn)
  warn.mockClear()
  $joined.set({})
})

/** The chapter as the page draws it now. */
const drawn = () => {
  const state = coursePage.$state.get()
  return state.is === 'shown' ? state.shown.course.sections[0]!.chapters[0]! : undefined
}
const refuse = () => {
  answer = () => Response.json({ status: false }, { status: 500 })
}

describe('what is logged of a chapter', () => {
  it('is a view by content and chapter, and nothing changes on the page', async () => {
    log.logView(7, chapter)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ path: '/api/v1/user/courses/mycourse/log/7/31?device=web', body: {} })
    expect(drawn()?.watched).toBe('0')
  })

  it('names the course where the chapter has no content of its own', async () => {
    log.logView(7, { id: 31, content_id: 0 })
    await vi.waitFor(() => expect(sent[0]?.path).toContain('/log/7/31?'))
  })

  it('marks the chapter as watched once the server has noted it, and not before', async () => {
    answer = () => Response.json({ status: false }, { status: 422 })
    await log.logWatched(7, chapter)
    expect(drawn()?.watched).toBe('0')
    answer = () => Response.json({ status: true })
    await log.logWatched(7, chapter)
    expect(drawn()?.watched).toBe('1')
    expect(sent.at(-1)).toMatchObject({
      path: '/api/v1/user/courses/mycourse/log/7/31?device=web&videowatched=1',
      keepalive: true,
    })
  })

  describe('of a watched chapter, while the log fails', () => {
    const page = new EventTarget()
    beforeEach(() => {
      vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
      vi.useFakeTimers()
      return () => void vi.useRealTimers()
    })
    const lose = () => {
      answer = () => {
        throw new TypeError('Failed to fetch')
      }
    }

    it.each([
      ['the network', lose],
      ['the server', refuse],
    ])('is repeated after a pause where %s fails, once for each chapter', async (_, fail) => {
      fail()
      void log.logWatched(7, chapter)
      void log.logWatched(7, chapter)
      await vi.advanceTimersByTimeAsync(2000)
      expect(sent).toHaveLength(1)
      answer = () => Response.json({ status: true })
      await vi.advanceTimersByTimeAsync(60_000)
      expect([sent.length, drawn()?.watched]).toEqual([2, '1'])
    })

    it('is repeated as soon as the network returns, for each chapter', async () => {
      lose()
      void log.logWatched(7, chapter)
      void log.logWatched(7, { id: 32, content_id: 7 })
      await vi.advanceTimersByTimeAsync(10)
      answer = () => Response.json({ status: true })
      page.dispatchEvent(new Event('online'))
      await vi.advanceTimersByTimeAsync(10)
      expect(sent).toHaveLength(4)
    })

    it('is not repeated for another learner, nor where the server refuses it', async () => {
      lose()
      void log.logWatched(7, chapter)
      await vi.advanceTimersByTimeAsync(10)
      $user.set({ id: 6, token: 'another' } as never)
      answer = () => Response.json({ status: false }, { status: 403 })
      void log.logWatched(7, { id: 32, content_id: 7 })
      await vi.advanceTimersByTimeAsync(200_000)
      expect(sent.map(({ path }) => path.includes('/log/7/31'))).toEqual([true, false])
    })
  })

  it('keeps the position on the page, to the millisecond; a page that goes away sends it behind itself', async () => {
    log.keepPosition(31, 12.34567, false, 9500)
    expect(drawn()?.position).toBe(12.346)
    log.keepPosition(31, 20, true, 0)
    expect(drawn()?.position).toBe(12.346)
    expect(sent.map(({ body, keepalive }) => [body, keepalive])).toEqual([
      [{ position: 12.346, watched_ms: 9500 }, false],
      [{ position: 20, watched_ms: 0 }, true],
    ])
  })

  it('fails for the console alone, where a 401 is called Unauthorized', async () => {
    answer = () => Response.json({ status: false }, { status: 401 })
    vi.stubGlobal('location', { pathname: '/my-courses/7', search: '', replace: () => {}, assign: () => {} })
    log.logBuy(7)
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith('Unauthorized', expect.anything()))
    expect(sent[0]).toMatchObject({
      path: '/api/v1/user/courses/cc/customercoursepurchaselog?course_id=7&page=course_amount_page_web',
      keepalive: true,
    })
  })
})

describe('joining a community', () => {
  it('is noted, and kept in this browser by course', async () => {
    expect(hasJoined(course)).toBe(false)
    await noteJoin(7, whatsApp)
    expect(sent).toEqual([
      {
        path: '/api/v1/user/courses/storecustomercommunitylogs/7',
        body: { user_id: 5, community_id: 4, course_id: 7 },
        keepalive: true,
      },
    ])
    expect(JSON.parse(storage.courseCommunityStatus!)).toEqual({ 7: true })
    expect(hasJoined(course)).toBe(true)
    expect(hasJoined({ id: 8, details: course.details })).toBe(false)
  })

  it('is known from the server as well', () => {
    expect(hasJoined({ id: 7, details: { ...course.details, courseCommunityJoined: true } })).toBe(true)
  })

  it.each([
    ['the server fails', refuse],
    ['the server says no', () => (answer = () => Response.json({ status: false, success: false }))],
  ])('is not kept when %s', async (_, happen) => {
    happen()
    await noteJoin(7, whatsApp)
    expect($joined.get()).toEqual({})
    expect(warn).toHaveBeenCalledOnce()
  })

  it.each([
    ['no learner is stored', () => $user.set(undefined as never), whatsApp],
    ['the course does not name the community', () => {}, { ...whatsApp, id: undefined }],
  ])('sends nothing and warns when %s', async (_, happen, community) => {
    happen()
    await noteJoin(7, community)
    expect(sent).toEqual([])
    expect(warn).toHaveBeenCalledOnce()
  })
})
