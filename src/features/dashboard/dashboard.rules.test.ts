import { describe, expect, it } from 'vitest'
import type { DashboardCounts } from './dashboard.contract.ts'
import { readPreferences } from './preference.rules.ts'
import { nextCourse, statisticsTabs, summaryOf, workoutTotal } from './statistics.rules.ts'
import { spokenMinutes, studyTotals } from './study.rules.ts'

const course = (content_id: number, active = true) => ({
  content_id,
  title: `Course ${content_id}`,
  thumbnail: '/x.svg',
  active,
})
const counts: DashboardCounts = {
  status: true,
  total_queries: 0,
  workout_count: { audios: 2, images: 3 },
  exam_summary: [{ ...course(1), attempted_exam_count: 1, total_exam_count: 4 }],
  per_course_video_watched: [
    { ...course(1), watched_count: 3, total_videos: 10 },
    { ...course(2), watched_count: 5, total_videos: 5 },
  ],
}

describe('the figures', () => {
  it('sum the workouts of all kinds', () => {
    expect(workoutTotal(counts)).toBe(5)
    expect(workoutTotal({ workout_count: {} })).toBe(0)
  })

  it('sum videos and exams over the courses', () => {
    expect(summaryOf(counts)).toEqual({ courses: 2, videosWatched: 8, videos: 15, examsAttempted: 1, exams: 4 })
  })

  it('have a tab only for what has data', () => {
    expect(statisticsTabs(counts).map(({ id, courses }) => [id, courses.length])).toEqual([
      ['videos', 2],
      ['exams', 1],
    ])
    expect(statisticsTabs({ ...counts, per_course_video_watched: [] }).map(({ id }) => id)).toEqual(['exams'])
    expect(statisticsTabs({ ...counts, per_course_video_watched: [], exam_summary: [] })).toEqual([])
  })
})

describe('the way on', () => {
  const videos = (...rows: [id: number, done: number, total: number, active?: boolean][]) =>
    rows.map(([id, done, total, active]) => ({ ...course(id, active), watched_count: done, total_videos: total }))
  const next = (per_course_video_watched: DashboardCounts['per_course_video_watched'], exam_summary = [] as never[]) =>
    nextCourse({ ...counts, exam_summary, per_course_video_watched })?.id

  it('leads to a course under way before one that is still to begin', () => {
    expect(next(videos([3, 0, 9], [1, 3, 10]))).toBe(1)
    expect(next(videos([3, 0, 9], [2, 5, 5]))).toBe(3)
  })

  it('leads to no course that is finished or has expired', () => {
    expect(next(videos([2, 5, 5], [4, 1, 8, false]))).toBeUndefined()
  })

  it('leads to exams where every chapter is done', () => {
    const done = { ...counts, per_course_video_watched: videos([1, 10, 10]) }
    expect(nextCourse(done)).toEqual({ id: 1, title: 'Course 1', done: 1, total: 4, begun: true })
  })

  it('leads to the latest course, be it for its exams alone', () => {
    const exams = (...rows: [id: number, done: number, total: number][]) =>
      rows.map(([id, done, total]) => ({ ...course(id), attempted_exam_count: done, total_exam_count: total }))
    const of = (
      per_course_video_watched: DashboardCounts['per_course_video_watched'],
      exam_summary: DashboardCounts['exam_summary'],
    ) => {
      const { id, done, total } = nextCourse({ ...counts, per_course_video_watched, exam_summary })!
      return [id, done, total]
    }
    const watched = videos([5, 10, 10], [4, 3, 10])
    expect(of(watched, exams([5, 1, 4], [4, 0, 2])), 'whose videos are done').toEqual([5, 1, 4])
    expect(of(watched, exams([6, 1, 3], [5, 1, 4])), 'that has no videos').toEqual([6, 1, 3])
    expect(of(watched, exams([5, 4, 4], [6, 1, 3])), 'the finished one left out').toEqual([4, 3, 10])
    expect(of(videos([4, 3, 10]), exams([5, 0, 4], [4, 1, 2])), 'that is under way').toEqual([4, 3, 10])
  })

  it('knows whether anything of the course is done, be it an exam alone', () => {
    const of = (attempted: number) => ({
      ...counts,
      per_course_video_watched: videos([1, 0, 10]),
      exam_summary: [{ ...course(1), attempted_exam_count: attempted, total_exam_count: 4 }],
    })
    expect(nextCourse(of(0))).toMatchObject({ id: 1, begun: false })
    expect(nextCourse(of(1))).toMatchObject({ id: 1, begun: true })
    expect(nextCourse(of(4))).toMatchObject({ id: 1, begun: true })
    // One of which all exams are done is under way, too.
    const newer = { ...of(4), per_course_video_watched: videos([3, 0, 9], [1, 0, 10]) }
    expect(nextCourse(newer)).toMatchObject({ id: 1, begun: true })
  })
})

describe('study', () => {
  it('is summed over the days, a day with either counting as one', () => {
    const day = (minutes_watched: number, questions_answered: number) => ({
      day: '',
      minutes_watched,
      questions_answered,
    })
    expect(studyTotals([day(5, 0), day(0, 0), day(0, 8), day(10, 2)])).toEqual({
      minutes: 15,
      questions: 10,
      daysActive: 3,
    })
  })

  it.each([
    [0, '0 min'],
    [35, '35 min'],
    [60, '1 h'],
    [125, '2 h 5 min'],
  ])('of %i minutes is told as %s', (minutes, told) => {
    expect(spokenMinutes(minutes)).toBe(told)
  })
})

describe('what the preference dialog offers', () => {
  it('is what log-in stored', () => {
    expect(readPreferences('{"psc":"Kerala PSC","ssc":"SSC"}')).toEqual({ psc: 'Kerala PSC', ssc: 'SSC' })
  })

  it.each([null, '', 'null', '{}', '[]', '"psc"', '7', '{"options":[]}', '{broken'])('is nothing of %j', (stored) => {
    expect(readPreferences(stored)).toBeUndefined()
  })
})
