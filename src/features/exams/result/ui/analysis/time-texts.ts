import { counted, spokenDuration } from '#lib/both/text/format.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { RUSHED, SLOW } from '../../pace.rules.ts'
import type { PacedQuestion, ResultInsights } from '../../results.contract.ts'
import { FEWEST_CANDIDATES } from '../../standing.rules.ts'

type Insights = Pick<ResultInsights, 'questions' | 'timed_by' | 'median_candidates' | 'pace_ms'>

export const secondsText = (ms: number) => spokenDuration(Math.round(ms / SECOND))

/**
 * Formats the time on a question. A question that was answered was seen, and times that come from answers say nothing of
 * other questions.
 */
export function timeText(
  { ms, outcome }: Pick<PacedQuestion, 'ms' | 'outcome'>,
  timedBy: Insights['timed_by'],
): string {
  if (ms !== null) return secondsText(ms)
  return outcome === 'unanswered' && timedBy === 'screen' ? 'Not seen' : 'Not recorded'
}

/** Sentences about the times of an attempt, and what each time is compared with. */
export function timeTexts({ questions, timed_by: timedBy, median_candidates: candidates, pace_ms: pace }: Insights) {
  const withMedian = questions.filter(({ median_ms }) => median_ms !== null).length
  const allowed = 'the time that the paper allows for a question'
  const measure =
    withMedian === 0
      ? allowed
      : withMedian === questions.length
        ? 'the median of the candidates'
        : `the median of the candidates (where too few saw the question: ${allowed})`
  const intro = [
    timedBy === 'answers'
      ? 'The exam ended while your browser was away: these are your last visits to the questions you answered. Other visits were not recorded.'
      : 'All your visits to a question together.',
    withMedian > 0
      ? `Beside them is the median of ${counted(candidates, 'candidate')} whose times were recorded.`
      : `The paper allows ${secondsText(pace)} for each. The median of the candidates is shown once the times of ${FEWEST_CANDIDATES} candidates have been recorded.`,
  ]
  const slowBy = `${SLOW.by / SECOND} seconds more`
  const fastBy = `${RUSHED.by / SECOND} seconds less`
  const beside = `Your time / ${withMedian > 0 ? 'the median' : 'the time for a question'}:`
  return {
    hasMedians: withMedian > 0,
    intro: intro.join(' '),
    noneSlow: `No question took twice ${measure} and at least ${slowBy}.`,
    slow: (count: number) => `${counted(count, 'question')} took at least twice ${measure}, and ${slowBy}. ${beside}`,
    noneRushed: `No wrong answer took half ${measure} or less and at least ${fastBy}.`,
    rushed: (count: number) =>
      `${counted(count, 'wrong answer')} took at most half ${measure}, and ${fastBy}. ${beside}`,
  }
}
