import { expect, test } from 'vitest'
import { requestsOf, type Candidate } from './load.ts'
import { statusOfWhole } from './wire.ts'

const candidate: Candidate = {
  token: 't',
  examId: 3,
  questions: [{ qid: 5, options: [7, 8] }],
  attempt: { id: 11, writer: 'the-tab' },
}
const common = { url: 'http://127.0.0.1:4321/courses?page=2', connections: 1, seconds: 1 }
const texts = (requests: Iterator<Buffer>, count: number) =>
  Array.from({ length: count }, () => (requests.next().value as Buffer).toString())

test('an answer is sent as the exam’s screen sends it, each with a number that none had before', () => {
  const next = requestsOf({ ...common, saves: { path: '/save', candidates: [candidate] } }, 1000)
  const sent = [...texts(next(0), 1), ...texts(next(1), 1)].map((text) => text.split('\r\n\r\n') as [string, string])
  for (const [head, body] of sent) {
    expect(head).toContain(`POST /save HTTP/1.1\r\nhost: 127.0.0.1:4321\r\nauthorization: Bearer t\r\n`)
    expect(head).toContain(`content-length: ${body.length}`)
  }
  const actions = sent.map(([, body]) => JSON.parse(body) as Record<string, unknown>)
  expect(actions.map(({ seq }) => seq)).toEqual([1001, 1002])
  expect(actions[0]).toMatchObject({ exam_id: 3, attempt_id: 11, writer: 'the-tab', qid: 5, marked: false })
})

test('without anything else every request is for the address itself', () => {
  const [text] = texts(requestsOf(common, 0)(0), 1)
  expect(text).toBe('GET /courses?page=2 HTTP/1.1\r\nhost: 127.0.0.1:4321\r\n\r\n')
})

test('connections begin at different places of the list, so that not all ask for the same at once', () => {
  const paths = ['/a', '/b', '/c'].map((path) => ({ path, method: 'GET' as const }))
  const next = requestsOf({ ...common, requests: paths }, 0)
  const asked = (connection: number) => texts(next(connection), 3).map((text) => text.slice(4, 6))
  expect([asked(0), asked(2)]).toEqual([
    ['/a', '/b', '/c'],
    ['/c', '/a', '/b'],
  ])
})

test.each([
  ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', 'hello', 200],
  ['HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n', '5\r\nhello\r\n0\r\n\r\n', 201],
  ['HTTP/1.1 304 Not Modified\r\netag: "x"', '\r\n\r\n', 304],
  ['HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0', '\r\n\r\n', 503],
])('a reply is over when all of it is there: %j', (begin, end, status) => {
  const whole = begin + end
  for (let length = 0; length < whole.length; length++) {
    expect(statusOfWhole(Buffer.from(whole.slice(0, length)))).toBeUndefined()
  }
  expect(statusOfWhole(Buffer.from(whole))).toBe(status)
})
