import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { askedAfterPaint, aheadLine, MYSELF, numberAt, TODAY, type AskedAhead } from '#lib/browser/call/asked-ahead.ts'
import { checkPurchaseStatus } from '#features/catalogue/catalogue.contract.ts'
import { getExamResult } from '#features/exams/result/results.contract.ts'
import { indianDay } from '#lib/both/time/clock.ts'
import { aheadScript } from './ahead-script.ts'

/** Runs the script on a page that names these lines, in a browser that has stored that. */
function ran(lines: string[], stored: unknown, address = '/page', pictures?: number, hidden = false) {
  const frames: (() => void)[] = []
  const requests: [string, RequestInit][] = []
  const fetched: string[] = []
  const { pathname, search } = new URL(address, 'http://localhost')
  const window: { askedAhead?: AskedAhead[]; askAhead?: (line: string) => AskedAhead } = {}
  let now = 100
  runInNewContext(aheadScript, {
    window,
    requestAnimationFrame: (draw: () => void) => frames.push(draw),
    setTimeout: (act: () => void) => act(),
    document: { hidden, documentElement: { dataset: { ahead: lines.join('\n'), api: '/api/v1', pictures } } },
    location: { pathname, search },
    localStorage: { getItem: () => JSON.stringify(stored) },
    performance: { now: () => (now += 1) },
    Image: class {
      set src(src: string) {
        fetched.push(src)
      }
    },
    fetch: async (url: string, request: RequestInit) => {
      requests.push([url, { ...request }])
      return Response.json({ data: [1, 2, 3].map((id) => ({ id, thumbnail: `/media/${id}.png` })) })
    },
  })
  const paint = () => {
    for (const draw of frames.splice(0)) draw()
  }
  return { requests, asked: window.askedAhead, fetched, window, paint }
}

const user = { id: 7, token: 'secret', registration_completed: 'Y' }
const authorization = 'Bearer secret'
const json = 'application/json'

describe('the script that asks ahead', () => {
  it('asks for what the page names, as the learner, and leaves the replies to who wants them', async () => {
    const { requests, asked } = ran(['GET /quickExam/list', 'GET /user/sessions'], user)
    expect(requests).toEqual([
      ['/api/v1/quickExam/list', { method: 'GET', headers: { authorization } }],
      ['/api/v1/user/sessions', { method: 'GET', headers: { authorization } }],
    ])
    await asked![1]!.reply
    expect(asked).toMatchObject([
      { line: 'GET /quickExam/list', token: 'secret', sent: 101, came: 103 },
      { line: 'GET /user/sessions', token: 'secret', sent: 102, came: 104 },
    ])
  })

  it('asks for what is below the first screen after the first paint, and at once on a hidden page', async () => {
    const lines = ['GET /quickExam/list', askedAfterPaint('GET /user/sessions')]
    const { requests, asked, paint } = ran(lines, user)
    const paths = (sent: typeof requests) => sent.map(([url]) => url)
    expect(paths(requests)).toEqual(['/api/v1/quickExam/list'])
    expect(asked).toMatchObject([{ sent: 101 }, { line: 'GET /user/sessions', token: 'secret' }])
    expect(asked![1]!.sent).toBeUndefined()
    paint()
    expect(paths(requests)).toEqual(['/api/v1/quickExam/list', '/api/v1/user/sessions'])
    expect((await asked![1]!.reply).status).toBe(200)
    expect(asked![1]).toMatchObject({ sent: 102 })

    expect(paths(ran(lines, user, '/page', undefined, true).requests)).toHaveLength(2)
  })

  it('sends the body that the call sends, an empty one where it has none', () => {
    const headers = { authorization, 'content-type': json }
    const body = '{"status":"not yet","page":1}'
    const { requests } = ran(['POST /user/courses/mycourse/5', `POST /user/listmockexams ${body}`], user)
    expect(requests).toEqual([
      ['/api/v1/user/courses/mycourse/5', { method: 'POST', headers, body: '{}' }],
      ['/api/v1/user/listmockexams', { method: 'POST', headers, body }],
    ])
  })

  it('knows who is logged in, and the day in India', () => {
    const { requests, asked } = ran([`GET /of/${encodeURIComponent(MYSELF)}?day=${encodeURIComponent(TODAY)}`], user)
    const path = `/of/7?day=${indianDay(Date.now())}`
    expect(requests.map(([url]) => url)).toEqual([`/api/v1${path}`])
    expect(asked).toMatchObject([{ line: `GET ${path}` }])
  })

  it('takes the numbers of the address, which the page was not drawn for', () => {
    const lines = [
      aheadLine(getExamResult, { params: { resultId: numberAt(2) } }),
      aheadLine(checkPurchaseStatus, { query: { id: numberAt(1) } }),
    ]
    const { requests, asked } = ran(lines, user, '/mock-test/31/exam-result/205')
    const wanted = [
      aheadLine(getExamResult, { params: { resultId: 205 } }),
      aheadLine(checkPurchaseStatus, { query: { id: 31 } }),
    ]
    expect(requests.map(([url]) => url)).toEqual(wanted.map((line) => `/api/v1${line.split(' ')[1]}`))
    expect(asked!.map(({ line }) => line)).toEqual(wanted)
  })

  it('leaves to the island what another query of the address may want otherwise', () => {
    const { requests } = ran(['GET /courses?page=1', 'POST /exams {"page":1}', 'GET /quizzes'], user, '/page?page=2')
    expect(requests.map(([url]) => url)).toEqual(['/api/v1/quizzes'])
  })

  it('fetches the pictures of the first screen as soon as a reply names them, and leaves the reply to the island', async () => {
    const { asked, fetched } = ran(['GET /user/courses'], user, '/page', 2)
    const reply = await asked![0]!.reply
    await vi.waitFor(() => expect(fetched).toEqual(['/media/1.png', '/media/2.png']))
    expect(reply.bodyUsed).toBe(false)
  })

  it('lets a script of the page request what depends on a reply', async () => {
    const { requests, asked, window } = ran(['GET /user/courses'], user)
    window.askAhead!('GET /user/courses/5/workouts')
    expect(requests.at(-1)).toEqual(['/api/v1/user/courses/5/workouts', { method: 'GET', headers: { authorization } }])
    expect(asked!.map(({ line }) => line)).toEqual(['GET /user/courses', 'GET /user/courses/5/workouts'])
  })

  it.each([null, {}, { ...user, registration_completed: 'N' }])('asks nothing for %j', (stored) => {
    expect(ran(['GET /quickExam/list'], stored)).toMatchObject({ requests: [], asked: undefined })
  })
})
