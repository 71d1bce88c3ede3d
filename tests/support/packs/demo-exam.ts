import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

const demo = 'src/content/demo'

/** A general exam of the demo, as its author wrote it. */
export interface DemoExam {
  title: string
  minutes: number
  marks: { correct: number; wrong: number }
  sections: { title: string; questions: number }[]
  /** Letter of the right option of each question. */
  key: string[]
}

/** Reads an exam of the demo. @param name its file's, without the ending */
export function demoExam(name: string): DemoExam {
  const read = (path: string): unknown => parse(readFileSync(`${demo}/${path}`, 'utf8'))
  const exam = read(`exams/${name}.yaml`) as {
    title: string
    minutes: number
    marks: { correct: number | string; wrong: number | string }
    sections: { title: string; questions: string[] }[]
  }
  const bank = readdirSync(`${demo}/questions`).flatMap(
    (file) => read(`questions/${file}`) as { key: string; answer: string }[],
  )
  const answers = new Map(bank.map(({ key, answer }) => [key, answer]))
  return {
    title: exam.title,
    minutes: exam.minutes,
    marks: { correct: number(exam.marks.correct), wrong: number(exam.marks.wrong) },
    sections: exam.sections.map(({ title, questions }) => ({ title, questions: questions.length })),
    key: exam.sections.flatMap(({ questions }) => questions).map((question) => answers.get(question)!),
  }
}

/** `1/3` as well. */
function number(given: number | string): number {
  const [above, below = 1] = String(given).split('/').map(Number)
  return above! / below
}

/** A letter that is not the right one. */
export function wrongLetter(right: string): string {
  return right === 'B' ? 'C' : 'B'
}
