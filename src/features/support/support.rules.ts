import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'
import { hasText } from '#lib/both/text/has-text.ts'
import { waitInWords, type Limit } from '#lib/both/calls/limits.ts'

/** Characters (document 1, section 5), without spaces at the ends. */
export const MOST_TITLE = 500
export const MOST_MESSAGE = 1000

/** What tickets are about. Ids never change: tickets and other programs keep them, and 3 asks for a course. */
export const categories = [
  { id: 1, title: 'Account and log-in' },
  { id: 2, title: 'Payments and invoices' },
  { id: 3, title: 'Course' },
  { id: 4, title: 'Exams and results' },
  { id: 5, title: 'Live classes' },
  { id: 6, title: 'Technical problem' },
  { id: 7, title: 'Something else' },
] as const

/** The category that needs a course (document 1, section 9). */
export const COURSE_CATEGORY = 3

export const categoryTitle = (id: number) =>
  categories.find((category) => category.id === id)?.title ?? 'Something else'

/** A new ticket as its form holds it; '' where nothing was chosen. */
export interface TicketFields {
  title: string
  ticket_category_id: number | ''
  content_id: number | ''
  msg: string
}

export type TicketProblems = Partial<Record<keyof TicketFields, string>>

/** What is wrong with a new ticket, by field (document 1, section 5). */
export function ticketProblems({ title, ticket_category_id, content_id, msg }: TicketFields): TicketProblems {
  const problems: TicketProblems = {}
  if (!hasText(title)) problems.title = 'Title is required'
  else if (!hasAtMost(title.trim(), MOST_TITLE)) problems.title = `Title can have at most ${MOST_TITLE} characters`
  if (ticket_category_id === '') problems.ticket_category_id = 'Category is required'
  else if (!categories.some(({ id }) => id === ticket_category_id))
    problems.ticket_category_id = 'Please choose a category from the list'
  if (ticket_category_id === COURSE_CATEGORY && content_id === '') problems.content_id = 'Course is required'
  const message = messageProblem(msg, 'Description')
  if (message) problems.msg = message
  return problems
}

/** What is wrong with a message; undefined when nothing is. `what`: how the learner's field is called. */
export function messageProblem(text: string, what: 'Description' | 'Message'): string | undefined {
  if (!hasText(text)) return `${what} is required`
  return hasAtMost(text.trim(), MOST_MESSAGE) ? undefined : `${what} can have at most ${MOST_MESSAGE} characters`
}

/** How many tickets a learner may raise. */
export const ticketLimits: readonly Limit[] = [
  { count: 5, span: 10 * MINUTE },
  { count: 20, span: DAY },
]

/** How many messages a learner may write, in all tickets together and with the first ones of new tickets. */
export const messageLimits: readonly Limit[] = [
  { count: 10, span: MINUTE },
  { count: 100, span: HOUR },
]

/** What a learner reads who has raised too many tickets. */
export function tooManyTickets(wait: number): string {
  return `You have raised many tickets in a short time. Please try again in ${waitInWords(wait)}.`
}
