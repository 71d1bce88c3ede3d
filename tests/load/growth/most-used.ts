import type { Services } from '#core/context.ts'
import { registerOrLogin } from '#features/auth/auth.contract.ts'
import { listMyCourses } from '#features/catalogue/catalogue.contract.ts'
import { courseDetails } from '#features/catalogue/server/course-detail.ts'
import { listCourseGroups } from '#features/catalogue/server/groups.ts'
import { listCategories } from '#features/catalogue/server/home.ts'
import { coursePage, searchPage } from '#features/catalogue/server/list-courses.ts'
import { getMyCourse } from '#features/course/course.contract.ts'
import { getDashboardCounts } from '#features/dashboard/dashboard.contract.ts'
import { listDiscussions } from '#features/discussions/discussions.contract.ts'
import { listMockExams } from '#features/exams/list/exam-list.contract.ts'
import { startExam, updateAnswer } from '#features/exams/take/take.contract.ts'
import { getExamResult } from '#features/exams/result/results.contract.ts'
import { countUnread } from '#features/notifications/notifications.contract.ts'
import { requestFor } from '../../support/api/calls.ts'
import type { Scene } from './scene.ts'

/** A call or a page that learners use most. */
export interface Use {
  name: string
  /** Why it is one of them. */
  why: string
  /** The request of a turn, each different from the one before. */
  request: (scene: Scene, turn: number) => [string, RequestInit]
  /** What a page asks of the server before it is drawn; calls have none. */
  draw?: (services: Services, scene: Scene) => Promise<unknown>
}

const at = <Thing>(all: Thing[], turn: number): Thing => all[turn % all.length]!

const subjects = ['polity', 'history', 'grammar', 'banking', 'geography', 'mathematics', 'science', 'economy']

/** What many look for: a subject, or two. */
const words = (turn: number) =>
  turn % 2 === 0 ? at(subjects, turn >> 1) : `${at(subjects, turn >> 1)} and ${at(subjects, turn >> 4)}`

/**
 * The twelve that are used most, by what a learner does: looks for a course, logs in, opens the dashboard, studies, sits an
 * exam, asks others; and the number on the bell, which every page asks for. Pages are asked for under ever new addresses, so that none comes
 * from the memory of pages.
 */
export const mostUsed: Use[] = [
  {
    name: 'course list page',
    why: 'where visitors arrive',
    request: (_, turn) => [`/courses?page=${(turn % 8) + 1}&n=${turn}`, {}],
    draw: (services) =>
      Promise.all([
        listCourseGroups(services),
        listCategories(services),
        coursePage(services, { search: '', category: '', sort: 'latest', page: 1 }),
      ]),
  },
  {
    name: 'course page',
    why: 'what search engines and messages link to',
    request: ({ courses }, turn) => [`/courses/${at(courses, turn)}?n=${turn}`, {}],
    draw: (services, { courses }) => courseDetails(services, courses[0]!),
  },
  {
    name: 'search page',
    why: 'how a course is found among thousands',
    request: (_, turn) => [`/search?q=${encodeURIComponent(words(turn))}&n=${turn}`, {}],
    draw: (services) => searchPage(services, subjects[0]!, 1),
  },
  {
    name: 'sending of a log-in code',
    why: 'the way in, and the one call of strangers that writes',
    request: ({ phones }, turn) =>
      requestFor(
        registerOrLogin,
        { body: { mobile: at(phones, turn), country_code: '91' } },
        { address: `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}` },
      ),
  },
  {
    name: 'dashboard counts',
    why: 'the first call of every visit',
    request: ({ active }, turn) => requestFor(getDashboardCounts, {}, at(active, turn)),
  },
  {
    name: 'number on the bell',
    why: 'asked for by every page of a learner',
    request: ({ active }, turn) => requestFor(countUnread, {}, at(active, turn)),
  },
  {
    name: 'my courses',
    why: 'the way to the lectures',
    request: ({ active }, turn) => requestFor(listMyCourses, {}, at(active, turn)),
  },
  {
    name: 'my course',
    why: 'everything that is learned begins here',
    request: ({ active }, turn) =>
      requestFor(getMyCourse, { params: { id: at(active, turn).courseId } }, at(active, turn)),
  },
  {
    name: 'exam list',
    why: 'the way to the exams',
    request: ({ active }, turn) =>
      requestFor(listMockExams, { body: { status: 'active', current_page: 1, per_page: 10 } }, at(active, turn)),
  },
  {
    name: 'start of an exam',
    why: 'comes from everybody in the same minute',
    request: ({ starts }, turn) =>
      requestFor(startExam, { body: { exam_id: at(starts, turn).examId, status: 'start' } }, at(starts, turn)),
  },
  {
    name: 'save of an answer',
    why: 'the most frequent call of all, and the one that must not fail',
    request: ({ candidates }, turn) => {
      const { token, examId, questions } = at(candidates, turn)
      const step = Math.floor(turn / candidates.length)
      const { qid, options } = at(questions, step)
      const body = { exam_id: examId, qid, answer_option_id: at(options, step), seq: turn + 1 }
      return requestFor(updateAnswer, { body }, { token })
    },
  },
  {
    name: 'result of an exam',
    why: 'what everybody asks for after an exam, with the rank among all',
    request: ({ active }, turn) =>
      requestFor(getExamResult, { params: { resultId: at(active, turn).resultId } }, at(active, turn)),
  },
  {
    name: 'discussions of the most discussed course',
    why: 'asked for again every few seconds by open course pages',
    request: ({ readers }, turn) =>
      requestFor(listDiscussions, { params: { panelId: at(readers, turn).panelId } }, at(readers, turn)),
  },
]
