import type { LearnerContext } from '#core/context.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { courseStatusFor } from '#features/catalogue/server/enrolment.ts'
import { isoTime } from '#lib/both/time/clock.ts'
import type { CourseExam } from '../course-exams.contract.ts'
import { closingDate, examMinutes, isoDates, isUnderWay, openingDate } from '../../exams.rules.ts'
import { describeMarking } from '../../marks.rules.ts'
import { attemptsAllowed } from '../../server/attempts-allowed.ts'
import { attemptsOf, resultsOf } from '../../server/exam-and-attempts.ts'

type Input = { params: { courseId: number } }

/**
 * Exams of a course as a whole (document 2, section 7, 'examcontent').
 * @throws notFound when there is no such course
 */
export async function listCourseExams(ctx: LearnerContext, { params }: Input) {
  await courseStatusFor(ctx, params.courseId)
  return {
    status: true,
    server_time: ctx.now(),
    examcontent: await examsIn(ctx, params.courseId, (chapterId) => chapterId === null),
  }
}

/** Exams of the chapters of a course (document 2, section 7, 'myCourseExam'); the same errors. */
export async function listChapterExams(ctx: LearnerContext, { params }: Input) {
  await courseStatusFor(ctx, params.courseId)
  return {
    status: true,
    server_time: ctx.now(),
    data: await examsIn(ctx, params.courseId, (chapterId) => chapterId !== null),
  }
}

/** Exams of one chapter, for a learner who may open it. */
export async function examsOfChapter(ctx: LearnerContext, courseId: number, chapterId: number): Promise<CourseExam[]> {
  return examsIn(ctx, courseId, (id) => id === chapterId)
}

/**
 * Exams of a course with the learner's results, newest first, whatever the course is to the learner: what it takes to start
 * one is asked when it is started. Two statements at most, whatever their number.
 */
async function examsIn(
  ctx: LearnerContext,
  courseId: number,
  wanted: (chapterId: number | null) => boolean,
): Promise<CourseExam[]> {
  const exams = (await readExams(ctx.db, { courseId, userId: ctx.user.id })).filter(({ chapter_id }) =>
    wanted(chapter_id),
  )
  const ofCourse = ctx.db.selectFrom('exam_courses').where('course_id', '=', courseId).select('exam_id')
  const attempts = exams.length > 0 ? await attemptsOf(ctx, ofCourse) : []
  const now = ctx.now()
  return exams.map((exam): CourseExam => {
    const own = attempts.filter(({ exam_id }) => exam_id === exam.id)
    const underWay = own.some((attempt) => isUnderWay(attempt, now))
    return {
      id: exam.id,
      name: exam.title,
      time: examMinutes(exam.minutes),
      total_noq: exam.question_count,
      attempt: exam.attempts_allowed,
      exams_completed: underWay ? own.length - 1 : own.length,
      ...describeMarking(exam.question_count, exam),
      course_map_id: exam.course_map_id,
      created_at: exam.created_at,
      created_at_iso: isoTime(exam.created_at),
      view_answer: exam.view_answer === 1 ? 'Y' : 'N',
      results: resultsOf(own).map(({ attempt_id, ...result }) => ({ id: attempt_id, ...result })),
      in_progress: underWay,
      start_date: openingDate(exam.opens_at),
      end_date: closingDate(exam.closes_at),
      ...isoDates(exam),
      chapter: exam.chapter_id === null ? null : { id: exam.chapter_id, title: exam.chapter_title ?? '' },
    }
  })
}

const readExams = preparedOnce((db, slot: Slots<{ courseId: number; userId: number }>) =>
  db
    .selectFrom('exam_courses')
    .innerJoin('exams', 'exams.id', 'exam_courses.exam_id')
    .innerJoin('papers', 'papers.id', 'exams.paper_id')
    .leftJoin('chapters', 'chapters.id', 'exam_courses.chapter_id')
    .where('exam_courses.course_id', '=', slot('courseId'))
    .where('exam_courses.retired', '=', 0)
    .where('exams.retired', '=', 0)
    .where((where) => where.or([where('chapters.id', 'is', null), where('chapters.retired', '=', 0)]))
    .select([
      'exams.id',
      'exams.title',
      'exams.minutes',
      attemptsAllowed(slot('userId')).as('attempts_allowed'),
      'exams.view_answer',
      'exams.opens_at',
      'exams.closes_at',
      'exam_courses.id as course_map_id',
      'exam_courses.chapter_id',
      'exam_courses.created_at',
      'chapters.title as chapter_title',
      'papers.question_count',
      'papers.units_per_mark',
      'papers.correct_units',
      'papers.wrong_units',
    ])
    .orderBy('exam_courses.created_at', 'desc')
    .orderBy('exam_courses.position')
    .orderBy('exam_courses.id'),
)
