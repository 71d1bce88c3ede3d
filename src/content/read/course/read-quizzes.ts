import type { PackReader } from '../pack-reader.ts'
import { quizSchema, type QuizFile } from '../../schemas/schemas.ts'

/** Reads every file of quizzes/, after the questions they refer to. */
export function readQuizzes(reader: PackReader): QuizFile[] {
  const quizzes: QuizFile[] = []
  for (const name of reader.names('quizzes').filter((name) => name.endsWith('.yaml'))) {
    const expected = name.slice(0, -'.yaml'.length)
    const file = reader.yaml(`quizzes/${name}`)
    const quiz = file?.parse(quizSchema)
    if (!file || !quiz) continue
    if (quiz.key !== expected) file.problem(['key'], `key '${quiz.key}' must be the file's name, '${expected}'`)
    reader.knowQuestions(file, ['questions'], quiz.questions)
    quizzes.push(quiz)
  }
  return quizzes
}
