import type * as z from 'zod/mini'

/** Messages of input checks that bring none of their own, in words for people who fill in a form or write a client. */

/** Values of a choice that a message lists. */
const MAX_LISTED = 20

const types: Partial<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object with fields',
  record: 'Must be an object with fields',
  null: 'Must be null',
  file: 'Must be a file',
}

/** Units of sizes, for one and for more. */
const units: Partial<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  file: ['byte', 'bytes'],
}

function sized(origin: string, size: number | bigint): string {
  const [one, more] = units[origin] ?? []
  return one === undefined ? String(size) : `${size} ${Number(size) === 1 ? one : more}`
}

const listed = (values: readonly unknown[]) =>
  values.slice(0, MAX_LISTED).map(String).join(', ') + (values.length > MAX_LISTED ? ', …' : '')

/** Returns the message of a failed check. Set once for all calls, with `z.config`. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code ?? ''))
    return 'Is required'
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'Has the wrong type'
    case 'invalid_value':
      return issue.values.length === 1 ? `Must be ${listed(issue.values)}` : `Must be one of ${listed(issue.values)}`
    case 'too_small':
      if (issue.minimum === 1 && issue.origin !== 'number' && issue.origin !== 'int') return 'Must not be empty'
      return `Must ${has(issue.origin)} ${issue.inclusive === false ? 'more than' : 'at least'} ${sized(issue.origin, issue.minimum)}`
    case 'too_big':
      return `Must ${has(issue.origin)} ${issue.inclusive === false ? 'less than' : 'at most'} ${sized(issue.origin, issue.maximum)}`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `Has fields that this call does not take: ${listed(issue.keys)}`
    case 'invalid_format':
      return 'Has the wrong format'
    case 'invalid_union':
      return 'Has the wrong type'
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
    case undefined:
      return 'Is not valid'
  }
}

const has = (origin: string) => (units[origin] === undefined ? 'be' : 'have')
