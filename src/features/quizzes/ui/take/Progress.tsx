import type { Run } from '../../run.rules.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

export interface ProgressProps extends Pick<Run, 'chosen' | 'index'> {
  questions: readonly QuickQuestion[]
}

/** How far the quiz has come and how it went, for the eye alone: the heading and each question say it in words. */
export function Progress({ questions, chosen, index }: ProgressProps) {
  return (
    <div aria-hidden="true" className="flex h-2.5 items-center gap-1">
      {questions.map(({ question_id: id, options }, position) => {
        const own = options.find(({ option_id }) => option_id === chosen[id])
        const here = position === index
        const tone = own ? (own.isAnswer === 'Y' ? 'bg-success' : 'bg-error') : here ? 'bg-primary' : 'bg-base-300'
        return <div key={id} className={`grow rounded-full ${here ? 'h-2.5' : 'h-1.5'} ${tone}`} />
      })}
    </div>
  )
}
