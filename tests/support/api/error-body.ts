import { expect } from 'vitest'
import { errorCodes, type ErrorCode } from '#lib/both/calls/error-codes.ts'

/** Every answer has an id; every error has the body that callers rely on and says nothing of the inside. */
export async function expectSoundAnswer(response: Response, what: string): Promise<Record<string, unknown>> {
  const id = response.headers.get('x-request-id')
  expect(id, `x-request-id of ${what}`).toMatch(/^[\w-]{8,64}$/)
  expect(response.headers.get('content-type'), `content type of ${what}`).toMatch(/^application\/json/)
  const body = (await response.json()) as Record<string, unknown>
  expect(response.status, `${what} answered ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500)
  if (response.status >= 400) {
    expect(body, `error body of ${what}`).toMatchObject({
      status: false,
      success: false,
      message: expect.stringMatching(/\S/) as string,
      msg: body.message,
      request_id: id,
    })
    expect(errorCodes[body.code as ErrorCode]?.status, `status of the code ${String(body.code)} of ${what}`).toBe(
      response.status,
    )
    expect(JSON.stringify(body), `error body of ${what}`).not.toMatch(
      /node_modules|\bat .+\.ts:\d+|SQLITE|select |insert /,
    )
  }
  return body
}

/** A 400, 413 or 422 names what is wrong, each with a text. */
export function expectNamedFields(body: Record<string, unknown>, what: string): string[] {
  const errors = body.errors as Record<string, unknown> | undefined
  expect(errors, `errors of ${what}`).toBeTypeOf('object')
  const entries = Object.entries(errors ?? {})
  expect(entries.length, `errors of ${what}`).toBeGreaterThan(0)
  for (const [name, text] of entries) {
    expect(text, `error of ${name} in ${what}`).toMatch(/\S/)
    expect(text, `error of ${name} in ${what}`).not.toMatch(/\b(expected|received|undefined|NaN|Invalid input)\b/)
  }
  return entries.map(([name]) => name)
}
