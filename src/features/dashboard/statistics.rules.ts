import type { DashboardCounts } from './dashboard.contract.ts'

/** A course in one tab of the statistics. */
export interface CourseShare {
  id: number
  title: string
  done: number
  total: number
}

export type StatisticsTab = 'videos' | 'exams'

/** The tabs that have data (document 1, section 2, 'Course Statistics'), each with its courses. */
export function statisticsTabs(counts: DashboardCounts): { id: StatisticsTab; courses: CourseShare[] }[] {
  const videos = counts.per_course_video_watched.map(
    ({ content_id: id, title, watched_count: done, total_videos: total }) => ({ id, title, done, total }),
  )
  const exams = counts.exam_summary.map(
    ({ content_id: id, title, attempted_exam_count: done, total_exam_count: total }) => ({ id, title, done, total }),
  )
  return [
    { id: 'videos' as const, courses: videos },
    { id: 'exams' as const, courses: exams },
  ].filter(({ courses }) => courses.length > 0)
}

/** A course to go on with. */
export interface NextCourse extends CourseShare {
  /** Something of it is done, videos or exams. */
  begun: boolean
}

/**
 * The courses of two lists that are in one order, of which each leaves some out: a course that only the second one has
 * stands before the next one that both have, and at the end where none follows.
 */
function inOrder(first: readonly number[], second: readonly number[]): number[] {
  const order = [...first]
  let next = order.length
  for (const id of second.toReversed()) {
    const at = order.indexOf(id)
    if (at < 0) order.splice(next, 0, id)
    else next = at
  }
  return order
}

/**
 * Where to go on: an active course that is under way, the latest first; else one that is still to begin. In it the videos go
 * before the exams.
 */
export function nextCourse(counts: DashboardCounts): NextCourse | undefined {
  const rows = [...counts.per_course_video_watched, ...counts.exam_summary]
  const active = new Set(rows.flatMap((row) => (row.active ? row.content_id : [])))
  const shares = statisticsTabs(counts).flatMap(({ courses }) => courses)
  const begun = new Set(shares.flatMap(({ id, done }) => (done > 0 ? id : [])))
  const unfinished = inOrder(
    counts.per_course_video_watched.map(({ content_id }) => content_id),
    counts.exam_summary.map(({ content_id }) => content_id),
  )
    .flatMap((course) => shares.filter(({ id }) => id === course))
    .filter(({ id, done, total }) => active.has(id) && done < total)
    .map((share) => ({ ...share, begun: begun.has(share.id) }))
  return unfinished.find((share) => share.begun) ?? unfinished[0]
}

/** What the summary says: courses, and of all of them together videos watched and exams attempted. */
export function summaryOf({ exam_summary: exams, per_course_video_watched: videos }: DashboardCounts) {
  const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    courses: new Set([...exams, ...videos].map(({ content_id }) => content_id)).size,
    videosWatched: sum(videos, (row) => row.watched_count),
    videos: sum(videos, (row) => row.total_videos),
    examsAttempted: sum(exams, (row) => row.attempted_exam_count),
    exams: sum(exams, (row) => row.total_exam_count),
  }
}

/** The total of Daily Workouts: the numbers of the map, summed. */
export function workoutTotal({ workout_count: counts }: Pick<DashboardCounts, 'workout_count'>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
