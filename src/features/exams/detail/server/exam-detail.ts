import type { LearnerContext } from '#core/context.ts'
import { WithKept } from '#core/calls/kept-json.ts'
import { preparedOnce, type Slots } from '#db/statements/prepared.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { ExamDetail, getExamDetail as contract } from '../detail.contract.ts'
import type { OpenAttempt } from '../../take/attempt.contract.ts'
import {
  closingDate,
  examMinutes,
  isUnderWay,
  MOCK_TEST,
  openingDate,
  secondsIfStartedNow,
  writerAsSeen,
  isoDates,
} from '../../exams.rules.ts'
import { describeMarking } from '../../marks.rules.ts'
import { examAndAttempts, isOpenIn, resultsOf, type Attempt, type Exam } from '../../server/exam-and-attempts.ts'
import { instructionsOf, paperOf } from '../../server/papers.ts'

/**
 * An exam with its instructions; while an attempt is under way also its questions and saved answers (document 2,
 * section 2, 'Exam screens').
 * @throws notFound 'No exam data found.'
 * @throws forbidden not_entitled to an exam of courses of which none is active
 */
export async function getExamDetail(
  ctx: LearnerContext,
  { params, query }: Pick<InputOf<typeof contract>, 'params' | 'query'>,
) {
  const { exam, attempts } = await examAndAttempts(ctx, params.examId)
  const now = ctx.now()
  const open = attempts.find((attempt) => isUnderWay(attempt, now) && attempt.time_left === null)
  const underWay = open && {
    ...open,
    writer: writerAsSeen(open.writer, query.writer),
    responses: await responsesOf(ctx, open),
  }
  const data = await detailOf(ctx, exam, attempts, underWay, now)
  const reply = { status: true, server_time: now, data }
  return open ? withQuestions(ctx, reply, open.paper_id) : reply
}

/**
 * The detail as its learner may see it at `now`, without the questions.
 * @param open the attempt under way with its answers
 */
export async function detailOf(
  ctx: LearnerContext,
  exam: Exam,
  attempts: Attempt[],
  open: (Pick<Attempt, 'paper_id'> & OpenAttempt) | undefined,
  now: number,
): Promise<ExamDetail> {
  const general = exam.exam_type_id === MOCK_TEST
  const paper = await paperOf(ctx, open?.paper_id ?? exam.paper_id)
  const { html: instructions } = await instructionsOf(ctx, exam.id)
  return {
    id: exam.id,
    name: exam.title,
    instructions,
    is_reg_needed: exam.registrationFields.length > 0 ? 'Y' : 'N',
    registered: exam.registered,
    time: examMinutes(exam.minutes),
    seconds_if_started_now: general || isOpenIn(exam.courses) ? secondsIfStartedNow(exam, now) : 0,
    total_noq: paper.questions.length,
    ...describeMarking(paper.questions.length, paper),
    attempt: exam.attempts_allowed,
    exams_completed: attempts.filter((attempt) => !isUnderWay(attempt, now)).length,
    start_date: openingDate(exam.opens_at),
    end_date: closingDate(exam.closes_at),
    ...isoDates(exam),
    courses: exam.courses,
    exam_type: { id: exam.exam_type_id },
    course_category: { title: exam.category_title },
    view_answer: exam.view_answer === 1 ? 'Y' : 'N',
    sections: paper.sections,
    exam_questions: [],
    open_attempt: open
      ? {
          id: open.id,
          number: open.number,
          started_at: open.started_at,
          deadline_at: open.deadline_at,
          writer: open.writer,
          responses: open.responses,
        }
      : null,
    given_back: givenBack(attempts, now),
    results: resultsOf(attempts),
  }
}

/** Seconds of an attempt that staff gave back and that the learner has not continued. */
function givenBack(attempts: Attempt[], now: number): ExamDetail['given_back'] {
  const waiting = attempts.find((attempt) => isUnderWay(attempt, now) && attempt.time_left !== null)
  return waiting ? { seconds_left: Math.ceil(waiting.time_left! / SECOND) } : null
}

/** A reply with the exam's detail, and with the questions of the paper that its learner works on. */
export async function withQuestions<Reply extends { data: ExamDetail }>(
  ctx: LearnerContext,
  reply: Reply,
  paperId: number,
) {
  const { json: instructions } = await instructionsOf(ctx, reply.data.id)
  const { questionsJson } = await paperOf(ctx, paperId)
  const data = { ...reply.data, instructions: '' }
  return new WithKept({ ...reply, data }, { instructions, exam_questions: questionsJson })
}

/** What is saved of an attempt: actions by question, then the questions that were only on the screen. */
export async function responsesOf(
  ctx: LearnerContext,
  { id, paper_id }: Pick<Attempt, 'id' | 'paper_id'>,
): Promise<OpenAttempt['responses']> {
  const rows = await savedOf(ctx.db, { attemptId: id })
  const saved = rows.map(({ question_id, option_id, marked, seq }) => ({
    qid: question_id,
    answer_option_id: option_id,
    marked: marked === 1,
    seq,
  }))
  const seen = new Set(rows.flatMap(({ visited }) => visited?.split(',').map(Number) ?? []))
  if (seen.size === 0) return saved
  for (const { qid } of saved) seen.delete(qid)
  // A caller may name questions of which the paper has none.
  const { questions } = await paperOf(ctx, paper_id)
  const visited = questions.filter(({ qid }) => seen.has(qid))
  return [...saved, ...visited.map(({ qid }) => ({ qid, answer_option_id: null, marked: false, seq: 0 }))]
}

const savedOf = preparedOnce((db, slot: Slots<{ attemptId: number }>) =>
  db
    .selectFrom('responses')
    .where('attempt_id', '=', slot('attemptId'))
    .select(['question_id', 'option_id', 'marked', 'seq', 'visited'])
    .orderBy('question_id'),
)
