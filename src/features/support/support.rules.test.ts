import { describe, expect, it } from 'vitest'
import { supportAddress, ticketIn } from './support-address.rules.ts'
import {
  categories,
  categoryTitle,
  COURSE_CATEGORY,
  messageLimits,
  messageProblem,
  MOST_MESSAGE,
  MOST_TITLE,
  ticketLimits,
  ticketProblems,
  tooManyTickets,
  type TicketFields,
} from './support.rules.ts'

it('categories keep their ids, the course under 3', () => {
  expect(categories.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(categories.find(({ id }) => id === COURSE_CATEGORY)?.title).toBe('Course')
})

it('a ticket is called after its category, and after the last of them where there is none', () => {
  expect([2, 7, 8].map(categoryTitle)).toEqual(['Payments and invoices', 'Something else', 'Something else'])
})

describe('a new ticket', () => {
  const good: TicketFields = { title: 'Receipt', ticket_category_id: 2, content_id: '', msg: 'Where is it?' }
  const problems = (given: Partial<TicketFields>) => ticketProblems({ ...good, ...given })

  it('is right with a title, a category and a description', () => {
    expect(Object.keys(problems({}))).toEqual([])
  })

  it('names each field that is missing, blanks being none', () => {
    expect(problems({ title: ' ', ticket_category_id: '', msg: ' ' })).toEqual({
      title: 'Title is required',
      ticket_category_id: 'Category is required',
      msg: 'Description is required',
    })
  })

  it('has a category of the list', () => {
    expect(problems({ ticket_category_id: 9 })).toEqual({
      ticket_category_id: 'Please choose a category from the list',
    })
  })

  it('about a course says which, and no other has to', () => {
    expect(problems({ ticket_category_id: COURSE_CATEGORY })).toEqual({ content_id: 'Course is required' })
    expect(problems({ ticket_category_id: COURSE_CATEGORY, content_id: 5 })).toEqual({})
  })

  it('has at most 500 characters of title and 1000 of description, without the blanks around them', () => {
    expect(problems({ title: ` ${'t'.repeat(MOST_TITLE)} `, msg: ` ${'m'.repeat(MOST_MESSAGE)} ` })).toEqual({})
    expect(problems({ title: '😀'.repeat(MOST_TITLE), msg: '❤️'.repeat(MOST_MESSAGE) })).toEqual({})
    expect(problems({ title: '😀'.repeat(501), msg: '❤️'.repeat(1001) })).toHaveProperty('msg')
    expect(problems({ title: 't'.repeat(501), msg: 'm'.repeat(1001) })).toEqual({
      title: 'Title can have at most 500 characters',
      msg: 'Description can have at most 1000 characters',
    })
  })
})

it('a message is called by what the learner sees', () => {
  expect(messageProblem('', 'Message')).toBe('Message is required')
  expect(messageProblem('Thanks', 'Message')).toBeUndefined()
})

it('a learner raises 5 tickets in ten minutes and 20 a day, and writes 10 messages a minute and 100 an hour', () => {
  expect(ticketLimits).toEqual([
    { count: 5, span: 600_000 },
    { count: 20, span: 86_400_000 },
  ])
  expect(messageLimits).toEqual([
    { count: 10, span: 60_000 },
    { count: 100, span: 3_600_000 },
  ])
  expect(tooManyTickets(120_000)).toBe('You have raised many tickets in a short time. Please try again in 2 minutes.')
})

it.each([
  ['?ticket=12', 12],
  ['?a=b&ticket=1', 1],
  ['', undefined],
  ['?ticket=', undefined],
  ['?ticket=0', undefined],
  ['?ticket=-3', undefined],
  ['?ticket=1e3', undefined],
  ['?ticket=9999999999', undefined],
])('the address %s names ticket %s', (search, ticket) => {
  expect(ticketIn(search)).toBe(ticket)
})

it('the address of a ticket names it, and that of the form none', () => {
  expect(ticketIn(new URL(supportAddress(12), 'https://learn.example.org').search)).toBe(12)
  expect(supportAddress()).not.toContain('?')
})
