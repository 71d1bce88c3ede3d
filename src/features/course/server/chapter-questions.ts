import type { LearnerContext } from '#core/context.ts'
import { createOnce } from '#core/calls/create-once.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { readAnswerKey, readQuickQuestions } from '#features/quizzes/server/quick-questions.ts'
import { countProblems, gradeAnswers } from '#features/quizzes/quizzes.rules.ts'
import type * as contract from '../course.contract.ts'
import { chapterOfVideo } from './chapter-of-video.ts'

/**
 * The questions on a chapter's video (document 2, section 7, 'chapterquestions'); none when the chapter has none.
 * @throws notFound, forbidden as `openChapter`
 */
export async function getChapterQuestions(
  ctx: LearnerContext,
  { params, body }: InputOf<typeof contract.getChapterQuestions>,
) {
  const { id } = await chapterOfVideo(ctx, params.chapterVideo, body.chapter_id)
  const questions = await readQuickQuestions(ctx.db, await questionIds(ctx, id))
  return {
    status: true,
    data: {
      questions: questions.map(({ question_id: qid, options, ...question }) => ({
        qid,
        ...question,
        options: options.map((option) => ({ ...option, id: option.option_id })),
      })),
    },
  }
}

/**
 * Stores the answers of a video based exam. It counts for no ranking.
 * @throws notFound, forbidden as `openChapter`
 * @throws invalid lists of different lengths, questions or options that are not the chapter's, counts that contradict them
 */
export async function submitChapterQuestions(
  ctx: LearnerContext,
  { params, body }: InputOf<typeof contract.submitChapterQuestions>,
) {
  const { id } = await chapterOfVideo(ctx, params.chapterVideo, body.chapter_id)
  const { correct_count, incorrect_count } = body
  const answers = answersOf(body)
  const all = await questionIds(ctx, id, true)
  const graded = gradeAnswers(await readAnswerKey(ctx.db, all), answers)
  const [problem] = Object.entries(graded.problems)
  if (problem) throw invalid({ [problem[0].endsWith('question_id') ? 'qids' : 'option_ids']: problem[1] })
  const problems = countProblems({ correct_count, incorrect_count }, answers.length, graded)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return createOnce(ctx, async (tx) => {
    const attempt = await tx
      .insertInto('chapter_attempts')
      .values({ user_id: ctx.user.id, chapter_id: id, correct_count, incorrect_count, created_at: ctx.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (answers.length > 0) {
      await tx
        .insertInto('chapter_answers')
        .values(answers.map((answer) => ({ attempt_id: attempt.id, ...answer })))
        .execute()
    }
    return { status: true, success: true, message: 'Answers stored' }
  })
}

/** The questions of a chapter in order. @param ever those that left it too: it may change while a learner answers */
async function questionIds({ db }: LearnerContext, chapterId: number, ever = false): Promise<number[]> {
  const rows = await db
    .selectFrom('chapter_questions')
    .select('question_id')
    .where('chapter_id', '=', chapterId)
    .$if(!ever, (query) => query.where('retired', '=', 0))
    .orderBy('position')
    .execute()
  return rows.map((row) => row.question_id)
}

/** @throws invalid when there are more of the one than of the other, or an id is too large to be one */
function answersOf({ qids, option_ids }: { qids: string; option_ids: string }) {
  const questions = idsOf(qids)
  const options = idsOf(option_ids)
  if (questions.length !== options.length) throw invalid({ option_ids: 'Must have as many ids as qids' })
  return questions.map((question_id, index) => ({ question_id, option_id: options[index]! }))
}

function idsOf(list: string): number[] {
  return list === '' ? [] : list.split(',').map(Number)
}
