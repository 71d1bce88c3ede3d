import { describe, expect, it } from 'vitest'
import { chapter, details } from '../../../../tests/support/scenes/course-parts.ts'
import { chapterVideo, hasVideo, pictureOf, resumeAt, sourceOf } from './video.rules.ts'

describe('the video', () => {
  it("is the chapter's own", () => {
    const vimeo = chapter(1, { video: '76979871', video_provider: 'vimeo', hparameter: '8272103f6e' })
    expect(sourceOf(details(), vimeo)).toEqual({ kind: 'vimeo', id: '76979871', hash: '8272103f6e' })
    const youtube = chapter(1, { video: 'aqz-KE-bpKQ', video_provider: 'youtube' })
    expect(sourceOf(details(), youtube)).toEqual({ kind: 'youtube', id: 'aqz-KE-bpKQ' })
    const file = chapter(1, { video: '/files/a.webm?sig=x', video_provider: 'file', captions: '/files/a.vtt' })
    expect(sourceOf(details(), file)).toEqual({ kind: 'file', src: '/files/a.webm?sig=x', captions: '/files/a.vtt' })
  })

  it("is the course's where the chapter has none, and before a chapter is chosen", () => {
    const course = details({ video: 'aqz-KE-bpKQ' })
    expect(sourceOf(course, chapter(1))).toEqual({ kind: 'youtube', id: 'aqz-KE-bpKQ' })
    expect(sourceOf(course, undefined)).toEqual({ kind: 'youtube', id: 'aqz-KE-bpKQ' })
  })

  it('is a picture without any video and with the placeholder NILL', () => {
    expect(sourceOf(details(), chapter(1))).toEqual({ kind: 'picture' })
    expect(sourceOf(details({ video: 'NILL' }), undefined)).toEqual({ kind: 'picture' })
    expect(sourceOf(details({ video: 'aqz-KE-bpKQ' }), chapter(1, { video: 'NILL' }))).toEqual({ kind: 'picture' })
  })

  it('is there for a chapter that has one of its own or of its course, and not with the placeholder', () => {
    expect([hasVideo('76979871', null), hasVideo(null, 'aqz-KE-bpKQ')]).toEqual([true, true])
    expect([hasVideo('NILL', 'aqz-KE-bpKQ'), hasVideo(null, null), hasVideo(null, 'NILL')]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('never puts anything but an id into the address of a provider', () => {
    const odd = chapter(1, { video: '1/../2', video_provider: 'vimeo' })
    expect(sourceOf(details(), odd)).toEqual({ kind: 'picture' })
    for (const video of ['javascript:1', '/x/aqz-KE-bpKQ', 'aqz-KE-bpKQ/x'])
      expect(sourceOf(details({ video }), undefined)).toEqual({ kind: 'picture' })
  })

  it('is behind a lock while the chapter is', () => {
    expect(sourceOf(details({ video: 'aqz-KE-bpKQ' }), chapter(1, { open: false }))).toEqual({ kind: 'locked' })
  })

  it('has the thumbnail as its picture, else the cover', () => {
    expect(pictureOf(details())).toBe('/media/thumb.svg')
    expect(pictureOf(details({ thumbnail: '' }))).toBe('/media/cover.svg')
  })
})

it.each([
  [{ video: '76979871' }, '76979871'],
  [{ video: 'M7lc1UVf-VE' }, 'M7lc1UVf-VE'],
  [{ video: '/files/abc.webm?sig=1/2&exp=3' }, 'abc.webm'],
  [{ video: 'NILL' }, '5'],
  [{ video: null }, '5'],
])('the questions on a video are asked for by its name, or by the chapter without one: %j', (given, name) => {
  expect(chapterVideo(chapter(5, given))).toBe(name)
})

it('playback resumes where the learner left, but neither in the first seconds nor in the last', () => {
  expect(resumeAt(192, 600)).toBe(192)
  expect(resumeAt(192, 0)).toBe(192)
  expect(resumeAt(4, 600)).toBe(0)
  expect(resumeAt(595, 600)).toBe(0)
})
