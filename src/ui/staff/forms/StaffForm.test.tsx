import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, test } from 'vitest'
import { ApiError } from '#lib/both/calls/errors.ts'
import { failureWords } from './failure.ts'
import { FormField } from './FormField.tsx'
import type { FormField as Field, FieldValue } from './form-values.ts'

const rule = { type: 'text', empty: 'itself', required: 'Say why', longest: { value: 5, says: 'At most 5' } } as const

const drawn = (field: Field, value: FieldValue, problem?: string) =>
  renderToStaticMarkup(
    <FormField id="it" field={field} rule={rule} value={value} problem={problem} onChange={() => {}} />,
  )

describe('a field of a form', () => {
  it('is named by its label, and told what is wrong with it', () => {
    const html = drawn({ kind: 'text', name: 'why', label: 'Why', hint: 'In a word' }, 'x', 'Say more')
    expect(html).toMatch(/<label for="it"[^>]*>Why<\/label>/)
    const input = /<input [^>]+>/.exec(html)![0]
    expect(input).toContain('id="it"')
    expect(input).toContain('aria-invalid="true"')
    expect(input).toContain('aria-describedby="it-help it-error"')
    expect(html).toMatch(/<p id="it-error"[^>]*>.*Say more<\/span><\/p>/)
    expect(html).toMatch(/<p id="it-help"[^>]*>In a word<\/p>/)
  })

  it('says that it is required to those who hear it, and that it is not to all', () => {
    const field = { kind: 'text', name: 'why', label: 'Why' } as const
    expect(drawn(field, '')).toContain('aria-required="true"')
    expect(drawn(field, '')).not.toContain('optional')
    const free = { type: 'text', empty: 'itself' } as const
    expect(
      renderToStaticMarkup(
        <FormField id="it" field={field} rule={free} value="" problem={undefined} onChange={() => {}} />,
      ),
    ).toContain(' (optional)')
  })

  it('counts words of one’s own, an emoji as one, and cuts off nothing that is typed', () => {
    expect(drawn({ kind: 'textarea', name: 'why', label: 'Why' }, 'abcdef ')).toContain('6 / 5')
    expect(drawn({ kind: 'textarea', name: 'why', label: 'Why' }, '😀❤️👍🏽')).toContain('3 / 5')
    expect(drawn({ kind: 'text', name: 'why', label: 'Why' }, '')).not.toContain('maxLength')
  })

  it('is a group with a name where there are several boxes, of which the first takes the focus', () => {
    const options = ['owner', 'mentor'].map((value) => ({ value, label: value }))
    const html = drawn({ kind: 'checkboxes', name: 'roles', label: 'Roles', options }, ['mentor'], 'At least one')
    expect(html).toMatch(/role="group" aria-labelledby="it-name"/)
    const boxes = [...html.matchAll(/<input [^>]+>/g)].map(([box]) => [
      box.includes('id="it"'),
      box.includes('checked'),
    ])
    expect(boxes).toEqual([
      [true, false],
      [false, true],
    ])
  })
})

test.each([
  [new TypeError('network'), true, 'The server cannot be reached.'],
  [new TypeError('network'), false, 'You are offline.'],
  [new ApiError(429, 'Too often.', { retryAfter: 30 }), true, 'Please wait 30 seconds.'],
  [new ApiError(500, 'Internal'), true, 'The server could not do it just now.'],
  [new ApiError(409, 'The ticket is already closed.'), true, 'The ticket is already closed.'],
  [new ApiError(403, ''), true, 'This was not accepted.'],
])('of %s (online: %s) somebody reads: %s', (error, online, words) => {
  expect(failureWords(error, online)).toContain(words)
})
