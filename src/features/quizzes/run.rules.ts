import { fieldsIn, hasFields } from '#lib/both/told.ts'
import type { QuickQuestion } from '#features/questions/questions.contract.ts'

/** A quiz under way, as the browser keeps it, so that a reload goes on where it was. The clock goes on meanwhile. */
export interface Run {
  /** The browser's own name of the attempt. */
  submission: string
  /** Milliseconds since 1970, by this device. */
  deadline: number
  /** Of the question on the screen. */
  index: number
  /** Question id to option id. What is chosen stays chosen. */
  chosen: Record<number, number>
  /** Ids of the questions that have been on the screen. */
  seen: number[]
}

type Questions = readonly Pick<QuickQuestion, 'question_id'>[]

/**
 * A quiz that begins now, with its first question on the screen.
 * @param minutes document 2, section 9: the time is duration times 60 seconds
 */
export function startRun(questions: Questions, minutes: number, now: number, submission: string): Run {
  return turnTo({ submission, deadline: now + minutes * 60_000, index: 0, chosen: {}, seen: [] }, questions, 0)
}

/**
 * Reads a run that was kept. Answers to what the quiz no longer has are dropped.
 * @returns undefined when there is none that could go on, or its time ended before anything was answered
 */
export function readRun(kept: string | null, questions: readonly QuickQuestion[], now: number): Run | undefined {
  const { submission, deadline, index, chosen: told, seen } = fieldsIn(kept)
  const chosen = hasFields(told) ? told : {}
  if (typeof submission !== 'string' || typeof deadline !== 'number' || typeof index !== 'number') return undefined
  const known: Record<number, number> = {}
  for (const { question_id: id, options } of questions) {
    const option = options.find(({ option_id }) => option_id === chosen[id])
    if (option) known[id] = option.option_id
  }
  if (now >= deadline && Object.keys(known).length === 0) return undefined
  const at = Math.min(Math.max(0, Math.trunc(index) || 0), questions.length - 1)
  const looked: unknown[] = Array.isArray(seen) ? seen : []
  const ids = questions.map(({ question_id }) => question_id)
  const run = { submission, deadline, index: at, chosen: known, seen: ids.filter((id) => looked.includes(id)) }
  return turnTo(run, questions, at)
}

/** Chooses an option of a question, unless one is chosen: the first choice is locked (document 2, section 4). */
export function chooseOption(run: Run, questionId: number, optionId: number): Run {
  return questionId in run.chosen ? run : { ...run, chosen: { ...run.chosen, [questionId]: optionId } }
}

/** Shows a question, which is seen from then on. @param index of a question that is there */
export function turnTo(run: Run, questions: Questions, index: number): Run {
  const { question_id: id } = questions[index]!
  return { ...run, index, seen: run.seen.includes(id) ? run.seen : [...run.seen, id] }
}

/** Where a question stands, in the words of the exam's palette. */
export type QuizState = 'answered' | 'not_answered' | 'not_visited'

/** Where a question stands; one that is answered has been seen, whatever is told. */
export function quizState({ chosen, seen }: Pick<Run, 'chosen' | 'seen'>, questionId: number): QuizState {
  if (questionId in chosen) return 'answered'
  return seen.includes(questionId) ? 'not_answered' : 'not_visited'
}

/** Ids of the questions that were seen and left without an answer. Those that were never seen were not missed. */
export function skippedIn(run: Pick<Run, 'chosen' | 'seen'>, questions: Questions): number[] {
  return questions.map(({ question_id: id }) => id).filter((id) => quizState(run, id) === 'not_answered')
}
