import { expect, it } from 'vitest'
import { filledReply, savedReplyProblem } from './saved-replies.rules.ts'
import { stateOf } from './tickets.rules.ts'

it('a saved reply is sent with the name and the course of the ticket, wherever they stand', () => {
  const body = 'Dear {name}, {course} is open. {name}!'
  expect(filledReply(body, { name: 'Asha', course: 'Kerala {name}' })).toBe('Dear Asha, Kerala {name} is open. Asha!')
  expect(filledReply(body, { name: null, course: null })).toBe('Dear Learner, your course is open. Learner!')
})

it('words in braces that nothing is put in the place of are a mistake; other braces are not', () => {
  expect(savedReplyProblem('Dear {Name}')).toMatch(/^Nothing can be put in the place of \{Name\}/)
  expect(savedReplyProblem('{1, 2} and {} and {name}')).toBeUndefined()
  expect(savedReplyProblem('x'.repeat(1001))).toBe('Message can have at most 1000 characters')
})

it.each([
  ['open', 5, 'waiting'],
  ['open', null, 'answered'],
  ['closed', 5, 'closed'],
  ['closed', null, 'closed'],
])('a ticket that is %s and waits since %s is %s', (mode, waiting_since, state) => {
  expect(stateOf({ mode, waiting_since })).toBe(state)
})
