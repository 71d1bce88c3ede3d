import { outcomeOf } from '#features/quizzes/quizzes.rules.ts'
import { call } from '#lib/browser/call/call.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { chapterVideo } from '../player/video.rules.ts'
import { submitChapterQuestions, type Chapter } from '../course.contract.ts'

type Questions = Parameters<typeof outcomeOf>[0]

/**
 * Sends the answers of a video based exam. Nobody waits for it, and a failure stands only on the console (document 2,
 * section 8, 'Silent failures').
 * @param chosen option by question
 */
export function submitVideoExam(
  chapter: Pick<Chapter, 'id' | 'video'>,
  questions: Questions,
  chosen: Readonly<Record<number, number>>,
): void {
  const { correct, incorrect } = outcomeOf(questions, chosen)
  call(submitChapterQuestions, {
    params: { chapterVideo: chapterVideo(chapter) },
    body: {
      chapter_id: chapter.id,
      qids: Object.keys(chosen).join(','),
      option_ids: Object.values(chosen).join(','),
      correct_count: correct,
      incorrect_count: incorrect,
    },
    keepalive: true,
  }).catch((error: unknown) => noteFailure('The video exam submit', error))
}
