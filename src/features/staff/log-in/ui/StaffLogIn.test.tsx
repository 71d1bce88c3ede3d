import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { $step } from '../log-in.store.ts'
import { digitsIn } from '../digits.rules.ts'
import { StaffLogIn } from './StaffLogIn.tsx'

vi.stubGlobal('location', { search: '' })

/** Text of the page at a step. */
const textAt = (step: Parameters<typeof $step.set>[0]) => {
  $step.set(step)
  return renderToString(<StaffLogIn />)
}
const confirm = { is: 'confirm', name: 'Divya', phone: '9000000201', countryCode: '91' } as const

it('says that the code of 8 digits was sent only where it was', () => {
  expect(textAt(confirm)).toContain('that we have sent to +91 9000000201.')
  expect(textAt({ ...confirm, sentBefore: true })).toContain('that was already sent to +91 9000000201.')
  const failed = textAt({ ...confirm, problem: 'The server cannot be reached.' })
  expect(failed).toContain('The server cannot be reached.')
  expect(failed).not.toMatch(/have sent|already sent/)
})

it('takes pasted codes and calling codes with spaces whole', () => {
  for (const step of [{ is: 'phone' }, confirm] as const) expect(textAt(step)).not.toMatch(/maxlength/i)
  expect([digitsIn('1234 5678', 8), digitsIn('123 456', 6), digitsIn('+91 ', 4)]).toEqual(['12345678', '123456', '91'])
  expect(digitsIn('1234 56789', 8)).toBe('12345678')
})
