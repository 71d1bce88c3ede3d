import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { AskedAhead } from '#lib/browser/call/asked-ahead.ts'
import { aheadScript } from './ahead-script.ts'

/** Runs the script on a page that names this, in a browser that has stored that. */
function ran(ahead: string, stored: unknown) {
  const requests: [string, RequestInit][] = []
  const window: { askedAhead?: AskedAhead } = {}
  runInNewContext(aheadScript, {
    window,
    document: { documentElement: { dataset: { ahead, api: '/api/v1' } } },
    localStorage: { getItem: () => JSON.stringify(stored) },
    fetch: async (url: string, request: RequestInit) => void requests.push([url, { ...request }]),
  })
  return { requests, asked: window.askedAhead }
}

const user = { token: 'secret', registration_completed: 'Y' }
const authorization = 'Bearer secret'

describe('the script that asks ahead', () => {
  it('asks for what the page names, as the learner, and leaves the reply to who wants it', () => {
    const { requests, asked } = ran('GET /quickExam/list', user)
    expect(requests).toEqual([['/api/v1/quickExam/list', { method: 'GET', headers: { authorization } }]])
    expect(asked).toMatchObject({ line: 'GET /quickExam/list', token: 'secret' })
  })

  it('sends the body that a call without one sends', () => {
    const headers = { authorization, 'content-type': 'application/json' }
    const { requests } = ran('POST /user/courses/mycourse/5', user)
    expect(requests).toEqual([['/api/v1/user/courses/mycourse/5', { method: 'POST', headers, body: '{}' }]])
  })

  it.each([null, {}, { ...user, registration_completed: 'N' }])('asks nothing for %j', (stored) => {
    expect(ran('GET /quickExam/list', stored)).toEqual({ requests: [], asked: undefined })
  })
})
