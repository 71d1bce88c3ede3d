import { markDatabaseError } from '#db/faults.ts'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApi } from '../../tests/support/api/api.ts'
import { answerFault } from './answer-fault.ts'

test.each([
  ['a mistake of ours', new TypeError('x is not a function'), 500],
  ['a database that is away', markDatabaseError(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })), 503],
])('a calendar feed that fails by %s does not tell its address to the log', async (_, error, status) => {
  const lines: string[] = []
  const api = await testApi({}, pino({}, { write: (line) => void lines.push(line) }))
  const reply = answerFault(api.services, new Request('http://localhost/calendar/secret-name.ics'), error)
  await api.close()
  expect(reply.status).toBe(status)
  expect(lines.join('')).toContain('/calendar/…')
  expect(lines.join('')).not.toContain('secret-name')
})
