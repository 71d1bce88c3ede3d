import { errorCodes, type ErrorCode } from '#lib/both/calls/error-codes.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { fieldsOf, type Part } from '../support/api/sample.ts'

export interface RawReply {
  status: number
  headers: { get: (name: string) => string | null }
  text: string
}

/** What an answer must not hold: where the code lies, what the database said, how its tables are called. */
const internals =
  /node_modules|node:internal|\bat \S+ \(|\.ts:\d+|SQLITE_|constraint failed|violates|syntax error at|relation "|invalid input syntax|out of range|insert into|select \*|kysely/i

/** What is wrong with an answer to hostile input; nothing where it is sound. */
export function problemsOf(endpoint: Endpoint, { status, headers, text }: RawReply): string[] {
  if (status === 304) return text === '' ? [] : ['304 with a body']
  if (status >= 500) return [`status ${status}: ${text.slice(0, 200)}`]
  const problems: string[] = []
  if (!headers.get('content-type')?.startsWith('application/json')) problems.push('not JSON')
  let body: Record<string, unknown>
  try {
    body = JSON.parse(text) as Record<string, unknown>
  } catch {
    return [...problems, 'a body that is not JSON']
  }
  if (status < 400) return problems
  if (body.status !== false || body.success !== false) problems.push('an error that says success')
  if (typeof body.message !== 'string' || body.message.trim() === '' || body.msg !== body.message)
    problems.push('no message')
  if (body.request_id !== headers.get('x-request-id')) problems.push('no request id')
  if (internals.test(text)) problems.push(`internals: ${text.slice(0, 300)}`)
  if (errorCodes[body.code as ErrorCode]?.status !== status) problems.push(`the code ${JSON.stringify(body.code)}`)
  // What is no request in HTTP's sense has no fields.
  const named = [413, 422].includes(status) || body.errors !== undefined
  // What somebody else has changed is told by its own names, and may be blank.
  if (named && body.code !== 'edited') problems.push(...unnamed(endpoint, body.errors))
  return problems
}

const parts: Part[] = ['params', 'query', 'body']

/** A refusal of input names the fields, and only ones that there are. */
function unnamed(endpoint: Endpoint, errors: unknown): string[] {
  const named = Object.entries((errors ?? {}) as Record<string, unknown>)
  if (named.length === 0) return ['no field is named']
  const declared = new Set(['path', 'query', 'body', ...parts.flatMap((part) => fieldsOf(endpoint, part))])
  return named.flatMap(([name, message]) => [
    ...(declared.has(name.split('.')[0]!) ? [] : [`names ${JSON.stringify(name.slice(0, 50))}, which is no field`]),
    ...(typeof message === 'string' && message.trim() !== '' ? [] : [`says nothing of ${name}`]),
  ])
}
