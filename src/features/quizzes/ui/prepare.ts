import { prepareForOffline } from '#features/questions/ui/prepare-offline.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

type Texts = Pick<QuickQuestion, 'question_content' | 'explanation'> & {
  options: readonly Pick<QuickQuestion['options'][number], 'answer_option'>[]
}

/** Fetches what questions show later, so that it is there when the network is not. */
export function prepareQuestions(questions: readonly Texts[]): void {
  void prepareForOffline(
    questions.map(
      ({ question_content, explanation, options }) =>
        question_content + explanation + options.map(({ answer_option }) => answer_option).join(''),
    ),
  )
}
