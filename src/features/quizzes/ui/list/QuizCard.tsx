import { counted } from '#lib/both/text/format.ts'
import AwardIcon from 'virtual:lucide/award'
import ClockIcon from 'virtual:lucide/clock'
import ListChecksIcon from 'virtual:lucide/list-checks'
import { paths } from '#lib/both/paths.ts'
import type { QuizListItem } from '../../quizzes.contract.ts'

const fact = 'flex items-center gap-2 text-sm text-muted'

/** A quiz in the list. The whole card leads to it. @param next its button stands out among all of the list */
export function QuizCard({ quiz, next }: { quiz: QuizListItem; next: boolean }) {
  const { id, title, category, duration, question_count, times_taken, best_percentage } = quiz
  return (
    <article className="relative flex w-full flex-col rounded-box border border-base-300 bg-base-100 p-5 focus-within:border-primary hover:border-primary/60">
      {category && <p className="text-xs font-medium text-muted">{category}</p>}
      <h2 className="mt-1 text-lg font-semibold">{title}</h2>
      {/* At the foot and in columns, so that facts of cards side by side stand in line. */}
      <ul className="mt-auto mb-5 space-y-2 pt-4">
        <li className="grid grid-cols-2 gap-x-2">
          <span className={fact}>
            <ClockIcon className="size-4 shrink-0" />
            {counted(duration, 'minute')}
          </span>
          <span className={fact}>
            <ListChecksIcon className="size-4 shrink-0" />
            {counted(question_count, 'question')}
          </span>
        </li>
        <li className={fact}>
          <AwardIcon className="size-4 shrink-0" />
          {best_percentage === null
            ? 'Not taken yet'
            : `Best ${best_percentage}%, taken ${times_taken === 1 ? 'once' : counted(times_taken, 'time')}`}
        </li>
      </ul>
      <a
        href={paths.quiz(id)}
        aria-label={`Take Test: ${title}`}
        className={`btn btn-primary w-full after:absolute after:inset-0 after:rounded-box ${next ? '' : 'btn-outline'}`}
      >
        Take Test
      </a>
    </article>
  )
}
