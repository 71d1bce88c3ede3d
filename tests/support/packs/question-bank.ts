import type { Db } from '#db/database.ts'
import { examHead, smallPack, type PackFiles } from './pack.ts'

export interface BankChoices {
  marks?: string
  /** Word of each option, in order. */
  options?: string[]
  /** Letter of the right option. */
  answer?: string
}

/**
 * Creates a pack with `count` questions, in one exam and one quiz.
 * @param word part of every text, so that another word changes all of them
 */
export function bank(count: number, word: string, choices: BankChoices = {}): PackFiles {
  const { marks = '{ correct: 1, wrong: 1/3 }', options = ['first', 'second', 'third'], answer = 'B' } = choices
  const keys = Array.from({ length: count }, (_, index) => `bank-${index}`)
  const questions = keys.map(
    (key) => `- key: ${key}
  text: Text of ${key}, ${word}
  options: [${options.map((option) => `The ${option} ${word}`).join(', ')}]
  answer: ${answer}
  explanation: Explanation of ${key}, ${word}
`,
  )
  return {
    ...smallPack(),
    'questions/bank.yaml': questions.join(''),
    'exams/bank.yaml': `${examHead('bank', { title: `Exam ${word}`, marks })}sections:
  - key: part-a
    title: Part ${word}
    questions: [${keys.join(', ')}]
`,
    'quizzes/bank.yaml': `key: bank
title: Quiz ${word}
minutes: 20
questions: [${keys.slice(0, Math.min(100, count / 2)).join(', ')}]
`,
  }
}

/** Reads the content version, exams, texts and quizzes as learners see them, as JSON. */
export async function readBank(db: Db): Promise<string> {
  const version = await db.selectFrom('meta').select('value').where('key', '=', 'site').executeTakeFirst()
  const exams = await db
    .selectFrom('exams')
    .innerJoin('papers', 'papers.id', 'exams.paper_id')
    .innerJoin('paper_sections', 'paper_sections.paper_id', 'papers.id')
    .where('retired', '=', 0)
    .select(['exams.key', 'exams.title', 'paper_sections.title as section', 'papers.question_count'])
    .orderBy('exams.key')
    .execute()
  const texts = await db
    .selectFrom('paper_questions')
    .innerJoin('exams', 'exams.paper_id', 'paper_questions.paper_id')
    .innerJoin('question_texts as question', 'question.id', 'paper_questions.question_id')
    .innerJoin('option_texts as option', 'option.question_id', 'question.id')
    .where('exams.retired', '=', 0)
    .select(['question.content_html', 'question.explanation_html', 'option.content_html as option', 'option.is_answer'])
    .orderBy('question.key')
    .orderBy('option.position')
    .execute()
  const quizzes = await db
    .selectFrom('quizzes')
    .innerJoin('quiz_questions', 'quiz_questions.quiz_id', 'quizzes.id')
    .where('quizzes.retired', '=', 0)
    .where('quiz_questions.retired', '=', 0)
    .select(['quizzes.title', 'quiz_questions.question_id'])
    .orderBy('quiz_questions.id')
    .execute()
  return JSON.stringify({ version: version?.value, exams, texts, quizzes })
}
