import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CoursePage } from './course.contract.ts'

// Before the imports: persistent stores look for local storage once, when they are loaded.
vi.hoisted(() => {
  const nothing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  vi.stubGlobal('localStorage', nothing)
  vi.stubGlobal('sessionStorage', nothing)
})

const { $user } = await import('#features/auth/auth.store.ts')
const { coursePage } = await import('./course-page.store.ts')
const { $readMarks, markRead } = await import('./read-mark.store.ts')

const window = new EventTarget()
let nextId = 40
let answer: () => Promise<Response>
let sent: string[]
let leave = () => {}

/** A chapter of the course that is shown, new for each test. */
async function shown() {
  const chapter = { id: (nextId += 1), content_id: 7, watched: '0', has_video: false }
  const course = { id: 7, sections: [{ id: 1, demo: '0', chapters: [chapter] }] } as unknown as CoursePage
  answer = () => Promise.resolve(Response.json({ status: true, page_content: course }))
  leave()
  leave = coursePage.open(7)
  await vi.waitFor(() => expect(coursePage.$state.get().is).toBe('shown'))
  answer = noted
  sent = []
  return chapter
}
const drawn = () => {
  const state = coursePage.$state.get()
  return state.is === 'shown' ? state.shown.course.sections[0]!.chapters[0]!.watched : undefined
}
const noted = () => Promise.resolve(Response.json({ status: true, success: true, message: 'Noted' }))

beforeEach(() => {
  sent = []
  answer = noted
  $readMarks.set({})
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  vi.stubGlobal('fetch', (path: string) => {
    sent.push(path)
    return answer()
  })
  $user.set({ id: 5, token: 'secret' } as never)
})

describe('a chapter without a video', () => {
  it('is marked as read by the call that says watched, and drawn so once the server has noted it', async () => {
    const chapter = await shown()
    const marking = markRead(7, chapter)
    expect($readMarks.get()).toEqual({ [chapter.id]: 'sending' })
    expect(drawn()).toBe('0')
    await marking
    expect(sent).toEqual([`/api/v1/user/courses/mycourse/log/7/${chapter.id}?device=web&videowatched=1`])
    expect($readMarks.get()).toEqual({})
    expect(drawn()).toBe('1')
  })

  it('is told to the server once however often the button is pressed meanwhile', async () => {
    const chapter = await shown()
    await Promise.all([markRead(7, chapter), markRead(7, chapter)])
    expect(sent).toHaveLength(1)
  })

  it('waits for the network where there is none, and is marked when it is back', async () => {
    const chapter = await shown()
    answer = () => Promise.reject(new TypeError('Failed to fetch'))
    vi.stubGlobal('navigator', { onLine: false })
    await markRead(7, chapter)
    expect($readMarks.get()).toEqual({ [chapter.id]: 'waiting' })
    answer = noted
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(drawn()).toBe('1'))
    expect($readMarks.get()).toEqual({})
    window.dispatchEvent(new Event('online'))
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['refuses', () => Promise.resolve(Response.json({ status: false }, { status: 500 }))],
    ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('stays as it is when the server %s, and can be marked again', async (_, happens) => {
    const chapter = await shown()
    answer = happens
    await markRead(7, chapter)
    expect([$readMarks.get()[chapter.id], drawn()]).toEqual(['failed', '0'])
    answer = noted
    await markRead(7, chapter)
    expect(drawn()).toBe('1')
  })
})
