import type { Pack } from '../../pack.ts'
import { idOf, retiredOf, syncTable, type Changes } from '../sync.ts'
import type { ImportRun } from '../staging/import-run.ts'

/** Writes quizzes, after the questions they refer to. A quiz counts as changed when its list of questions did. */
export async function importQuizzes(
  run: ImportRun,
  { quizzes: wanted }: Pack,
  questionIds: Map<string, number>,
): Promise<Changes> {
  const quizzes = await syncTable(
    run,
    'quizzes',
    ['key'],
    wanted.map(({ key, title, category, minutes, hidden }, position) => ({
      key,
      title,
      category: category ?? null,
      minutes,
      position,
      ...retiredOf({ hidden }),
    })),
    { ordered: '', ahead: true },
  )
  const keyById = new Map(wanted.map(({ key }) => [idOf(quizzes.ids, key), key]))
  const questions = await syncTable(
    run,
    'quiz_questions',
    ['quiz_id', 'question_id'],
    wanted.flatMap(({ key, questions }) =>
      questions.map((question, position) => ({
        quiz_id: idOf(quizzes.ids, key),
        question_id: idOf(questionIds, question),
        position,
      })),
    ),
    // A quiz that left the pack keeps its questions, so that it comes back as it was.
    { retires: (row) => keyById.has(row.quiz_id as number), ordered: 'quiz_id', ahead: true },
  )
  for (const change of [...questions.added, ...questions.changed, ...questions.retired]) {
    const key = keyById.get(Number(change.split('/')[0]))
    if (key && !quizzes.added.has(key)) quizzes.changed.add(key)
  }
  return quizzes
}
