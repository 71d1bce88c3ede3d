import * as z from 'zod/mini'
import { means } from '#lib/both/calls/fields.ts'
import { marks } from '#lib/both/calls/reply-fields.ts'

/** Marks that are not rounded: a decimal with at most three places, or a fraction. */
export const exactText = z.string()

/** Fields of replies: how the answers of a paper are marked. */
export const markingFields = {
  correct_score: means(marks, 'Of one right answer'),
  correct_score_text: means(exactText, 'The same, exact: 1, 0.125 or 2/3'),
  negative_score: means(marks, 'Subtracted for a wrong answer'),
  negative_score_text: means(exactText, 'The same, exact: 0, 0.25 or 1/3'),
  total_grade: means(marks, 'Marks of a faultless paper: total_noq times correct_score, rounded once'),
}
