import type { PracticeReviewsTable } from '../practice.tables.ts'
import type { Rating } from '../schedule.rules.ts'
import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'

const reviewWords = {
  answer: 'Answer',
  grade: 'Your grade of an answer',
  mistake: 'Mistake in an exam, quiz or chapter',
} satisfies Record<PracticeReviewsTable['kind'], string>

const ratingWords = { 1: 'Again', 2: 'Hard', 3: 'Good', 4: 'Easy' } satisfies Record<Rating, string>

/** The notebook of missed questions. */
export const practicePart: PersonalPart = {
  tables: ['practice_notebooks', 'practice_cards', 'practice_reviews', 'practice_taken'],
  lists: [
    {
      key: 'practice_questions',
      title: 'Your practice notebook',
      columns: {
        question: ['Question', 'html'],
        source_title: 'From',
        added_at: ['Added', 'moment'],
        due_at: ['Due', 'moment'],
        left_at: ['Left', 'moment'],
        left_reason: ['Why it left', { known: 'You know it', removed: 'You removed it' }],
      },
      rows: (db, userId) =>
        db
          .selectFrom('practice_cards as card')
          .innerJoin('question_texts as questions', 'questions.id', 'card.question_id')
          .select([
            'questions.content_html as question',
            'card.source_title',
            'card.added_at',
            'card.due_at',
            'card.left_at',
            'card.left_reason',
          ])
          .where('card.user_id', '=', userId)
          .orderBy('card.question_id'),
    },
    {
      key: 'practice_reviews',
      title: 'What you practised',
      columns: {
        question: ['Question', 'html'],
        kind: ['What', reviewWords],
        rating: ['Grade', ratingWords],
        answer: ['Your answer', 'html'],
        took_ms: 'Time (milliseconds)',
        reviewed_at: ['When', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('practice_reviews as review')
          .innerJoin('question_texts as questions', 'questions.id', 'review.question_id')
          .leftJoin('option_texts as option', 'option.id', 'review.option_id')
          .select([
            'questions.content_html as question',
            'review.kind',
            'review.rating',
            'option.content_html as answer',
            'review.took_ms',
            'review.reviewed_at',
          ])
          .where('review.user_id', '=', userId)
          .orderBy('review.question_id')
          .orderBy('review.number')
          .orderBy('review.step'),
    },
  ],
  erase: (tx, person) =>
    deleteRows(tx, person, ['practice_reviews', 'practice_cards', 'practice_taken', 'practice_notebooks']),
}
