import { SolvedQuestion } from '#features/questions/ui/SolvedQuestion.tsx'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

export interface ReviewListProps {
  questions: readonly Pick<QuickQuestion, 'question_id' | 'question_content' | 'explanation' | 'options'>[]
  /** Option by question. */
  chosen: Readonly<Record<number, number>>
  /** Ids of the questions that were on the screen; left out where all were. */
  seen?: readonly number[]
}

/** Every question with the right answer, the learner's own and the explanation. */
export function ReviewList({ questions, chosen, seen }: ReviewListProps) {
  return (
    <ol className="space-y-4">
      {questions.map(({ question_id: id, question_content, explanation, options }, index) => {
        const own = options.find(({ option_id }) => option_id === chosen[id])
        return (
          <li key={id}>
            <SolvedQuestion
              level={3}
              number={index + 1}
              total={questions.length}
              outcome={
                own ? (own.isAnswer === 'Y' ? 'correct' : 'wrong') : seen?.includes(id) === false ? 'unseen' : 'skipped'
              }
              html={question_content}
              options={options.map(({ option_id, answer_option, isAnswer }) => ({
                id: option_id,
                html: answer_option,
                right: isAnswer === 'Y',
              }))}
              chosen={own?.option_id ?? null}
              explanation={explanation}
            />
          </li>
        )
      })}
    </ol>
  )
}
