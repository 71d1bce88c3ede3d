import { counted } from '#lib/both/text/format.ts'
import type { ImportResult } from './import/import-pack.ts'
import type { Pack } from './pack.ts'
import { touched, type Changes } from './import/sync.ts'

/** `19 courses, 3 new, 1 changed, 0 retired; 400 questions, …`, for people. */
export function describeImport(result: ImportResult): string {
  const { courses, questions, exams, quizzes, liveClasses, news, blog, webinars, splashes } = result
  const { newLearners, changedLearners } = result
  const quick = quizzes.total > 0 || touched(quizzes)
  const classes = liveClasses.total > 0 || touched(liveClasses)
  const learners = [
    ...(newLearners > 0 ? [counted(newLearners, 'new learner')] : []),
    ...(changedLearners.length > 0
      ? [counted(changedLearners.length, 'learner with something new', 'learners with something new')]
      : []),
  ]
  return [
    `${counted(courses.total, 'course')}, ${changes(courses)}`,
    `${counted(questions.total, 'question')}, ${changes(questions)}`,
    `${counted(exams.total, 'exam')}, ${changes(exams)}`,
    ...(quick ? [`${counted(quizzes.total, 'quiz', 'quizzes')}, ${changes(quizzes)}`] : []),
    ...(classes ? [`${counted(liveClasses.total, 'live class', 'live classes')}, ${changes(liveClasses)}`] : []),
    ...(news.total > 0 || touched(news)
      ? [`${counted(news.total, 'news entry', 'news entries')}, ${changes(news)}`]
      : []),
    ...(blog.total > 0 || touched(blog) ? [`${counted(blog.total, 'article')}, ${changes(blog)}`] : []),
    ...(webinars.total > 0 || touched(webinars) ? [`${counted(webinars.total, 'webinar')}, ${changes(webinars)}`] : []),
    ...(splashes.total > 0 || touched(splashes)
      ? [`${counted(splashes.total, 'splash', 'splashes')}, ${changes(splashes)}`]
      : []),
    ...learners,
  ].join('; ')
}

/** `19 courses, 400 questions, 9 exams, 6 quizzes, 4 live classes`. */
export function describePack(pack: Pack): string {
  const { courses, questions, exams, quizzes, liveClasses, news, blog, webinars, splashes } = pack
  return [
    counted(courses.length, 'course'),
    counted(questions.length, 'question'),
    counted(exams.length, 'exam'),
    ...(quizzes.length > 0 ? [counted(quizzes.length, 'quiz', 'quizzes')] : []),
    ...(liveClasses.length > 0 ? [counted(liveClasses.length, 'live class', 'live classes')] : []),
    ...(news.length > 0 ? [counted(news.length, 'news entry', 'news entries')] : []),
    ...(blog.length > 0 ? [counted(blog.length, 'article')] : []),
    ...(webinars.length > 0 ? [counted(webinars.length, 'webinar')] : []),
    ...(splashes.length > 0 ? [counted(splashes.length, 'splash', 'splashes')] : []),
  ].join(', ')
}

/** Keys that are listed of questions that left a pack. */
const MAX_LISTED = 10

/** `3 questions are no longer in the pack and are retired: a, b, c`; no line without questions. */
export function describeLeaving(keys: readonly string[], verb: 'are' | 'will be'): string[] {
  if (keys.length === 0) return []
  const [are, retired] = keys.length === 1 ? ['is', verb === 'are' ? 'is' : verb] : ['are', verb]
  const more = keys.length > MAX_LISTED ? ` and ${keys.length - MAX_LISTED} more` : ''
  const listed = keys.slice(0, MAX_LISTED).join(', ') + more
  return [`${counted(keys.length, 'question')} ${are} no longer in the pack and ${retired} retired: ${listed}`]
}

/** `2 warnings; they stop nothing`. */
export function describeWarnings(warnings: string[]): string {
  return `${counted(warnings.length, 'warning')}; ${warnings.length === 1 ? 'it stops' : 'they stop'} nothing`
}

function changes({ added, changed, retired }: Changes): string {
  return `${added.size} new, ${changed.size} changed, ${retired.size} retired`
}
