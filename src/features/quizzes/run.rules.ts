import { fieldsIn, hasFields } from '#lib/told.ts'
import type { QuickQuestion } from './quizzes.contract.ts'

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
}

/** A quiz that begins now. @param minutes document 2, section 9: the time is duration times 60 seconds */
export function startRun(minutes: number, now: number, submission: string): Run {
  return { submission, deadline: now + minutes * 60_000, index: 0, chosen: {} }
}

/**
 * Reads a run that was kept. Answers to what the quiz no longer has are dropped.
 * @returns undefined when there is none that could go on, or its time ended before anything was answered
 */
export function readRun(kept: string | null, questions: readonly QuickQuestion[], now: number): Run | undefined {
  const { submission, deadline, index, chosen: told } = fieldsIn(kept)
  const chosen = hasFields(told) ? told : {}
  if (typeof submission !== 'string' || typeof deadline !== 'number' || typeof index !== 'number') return undefined
  const known: Record<number, number> = {}
  for (const { question_id: id, options } of questions) {
    const option = options.find(({ option_id }) => option_id === chosen[id])
    if (option) known[id] = option.option_id
  }
  if (now >= deadline && Object.keys(known).length === 0) return undefined
  const last = questions.length - 1
  return { submission, deadline, index: Math.min(Math.max(0, Math.trunc(index) || 0), last), chosen: known }
}

/** Chooses an option of a question, unless one is chosen: the first choice is locked (document 2, section 4). */
export function chooseOption(run: Run, questionId: number, optionId: number): Run {
  return questionId in run.chosen ? run : { ...run, chosen: { ...run.chosen, [questionId]: optionId } }
}
