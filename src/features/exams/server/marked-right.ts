import { sql } from 'kysely'

/**
 * 1 where the option of a response is the right one by the paper of its attempt, else 0: the one that the question has today,
 * or had when attempts on this paper were marked (docs/decisions/0045-answers-that-change.md). For statements that join
 * responses with option_texts as question_options and, by paper and question, with paper_questions.
 */
export const markedRight = sql<number>`case when paper_questions.right_option_id is null then question_options.is_answer
  when paper_questions.right_option_id = responses.option_id then 1 else 0 end`
