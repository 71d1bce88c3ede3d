import { messageProblem } from '../support.rules.ts'

/** Answers that are kept to be given again. */
export const MOST_SAVED = 300
export const MOST_SAVED_TITLE = 80

/** What is put in the place of these words in braces. */
export interface Filling {
  /** Of the learner. */
  name: string | null
  /** That the ticket is about. */
  course: string | null
}

const words = ['name', 'course'] as const

/** A saved reply as it is sent to one learner. */
export function filledReply(body: string, { name, course }: Filling): string {
  const given = { name: name ?? 'Learner', course: course ?? 'your course' }
  return words.reduce((text, word) => text.replaceAll(`{${word}}`, given[word]), body)
}

/** What is wrong with the text of a saved reply; undefined when nothing is. */
export function savedReplyProblem(body: string): string | undefined {
  const unknown = [...body.matchAll(/\{(\w+)\}/g)].find(([, word]) => !words.some((one) => one === word))
  if (unknown) return `Nothing can be put in the place of ${unknown[0]}: there are {name} and {course}`
  return messageProblem(body, 'Message')
}
