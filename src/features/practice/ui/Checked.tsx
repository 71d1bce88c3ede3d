import { SolvedQuestion } from '#features/questions/ui/SolvedQuestion.tsx'
import type { PracticeOutcome } from '../practice.contract.ts'
import type { Item } from '../session.store.ts'

export interface CheckedProps {
  item: Item
  outcome: PracticeOutcome
  number: number
  total: number
  level?: 2 | 3
}

/** A question that was answered, with its solution. */
export function Checked({ item: { question, chosen }, outcome, number, total, level = 2 }: CheckedProps) {
  return (
    <SolvedQuestion
      number={number}
      total={total}
      note={question.source.title}
      outcome={outcome.correct ? 'correct' : chosen === null ? 'skipped' : 'wrong'}
      html={question.content}
      options={question.options.map(({ id, answer_option }) => ({
        id,
        html: answer_option,
        right: outcome.right_options.includes(id),
      }))}
      chosen={chosen}
      explanation={outcome.explanation}
      level={level}
    />
  )
}
