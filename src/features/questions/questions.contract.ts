import * as z from 'zod/mini'
import { means, yesNo } from '#lib/both/calls/fields.ts'
import { rowId } from '#lib/both/calls/reply-fields.ts'

const quickOption = z.object({ option_id: rowId, answer_option: z.string(), isAnswer: yesNo })

export type QuickOption = z.output<typeof quickOption>

/** A question that carries its answer: of a quiz or of a chapter, so these count for no ranking. HTML is sanitised. */
export const quickQuestion = z.object({
  question_id: rowId,
  question_content: z.string(),
  explanation: means(z.string(), 'Why the answer is right, shown once the learner has chosen'),
  options: z.array(quickOption),
})

export type QuickQuestion = z.output<typeof quickQuestion>
