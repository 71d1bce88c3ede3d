import type { Pack, PackExam, PackQuestion } from '../pack.ts'
import { letters } from '../schemas/schemas.ts'
import type { PackOut } from './pack-out.ts'

/** Writes a part of the questions to a file of their own. @param number of the part, from 1 */
export function writeQuestions(out: PackOut, questions: readonly PackQuestion[], number: number): void {
  if (questions.length === 0) return
  out.yaml(
    `questions/${String(number).padStart(4, '0')}.yaml`,
    questions.map(({ key, contentHtml, explanationHtml, options, source }) => {
      const html = {
        text: contentHtml,
        options: options.map((option) => option.contentHtml),
        ...(explanationHtml !== '' && { explanation: explanationHtml }),
      }
      const { texts, html: asHtml } = out.texts(source, html, `question ${key}`)
      const answer = letters[options.findIndex(({ isAnswer }) => isAnswer)]
      return { key, text: texts.text, options: texts.options, answer, explanation: texts.explanation, html: asHtml }
    }),
  )
}

/** Writes exams, each to its own file. */
export function writeExams(out: PackOut, exams: readonly PackExam[]): void {
  for (const exam of exams) {
    const { key, title, category, courses, chapter, minutes, attempts, view_answer, opens, closes, registration } = exam
    const { texts, html } = out.texts(exam.source, { instructions: exam.instructionsHtml }, `exam ${key}`)
    out.yaml(`exams/${key}.yaml`, {
      ...{ key, title, category },
      course: courses.length === 1 ? courses[0] : undefined,
      courses: courses.length > 1 ? courses : undefined,
      ...{ chapter, minutes, attempts, marks: marksEntry(exam.marks), view_answer, opens, closes, registration },
      ...{ ...texts, html, sections: exam.sections },
    })
  }
}

/** Writes quizzes, each to its own file. */
export function writeQuizzes(out: PackOut, quizzes: Pack['quizzes']): void {
  for (const { key, title, category, minutes, questions } of quizzes)
    out.yaml(`quizzes/${key}.yaml`, { key, title, category, minutes, questions })
}

function marksEntry({ unitsPerMark, correctUnits, wrongUnits }: PackExam['marks']) {
  const wrong = wrongUnits === 0 ? undefined : fraction(wrongUnits, unitsPerMark)
  return { correct: fraction(correctUnits, unitsPerMark), wrong }
}

/** A number with at most three decimals, or `1/3`. */
function fraction(top: number, bottom: number): number | string {
  const common = divisor(top, bottom)
  return 1000 % (bottom / common) === 0 ? top / bottom : `${top / common}/${bottom / common}`
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
