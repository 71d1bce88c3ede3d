import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { jsonReply } from './json-reply.ts'
import { keepJson, WithKept } from './kept-json.ts'

const questions = Array.from({ length: 200 }, (_, qid) => ({ qid, text: `Frage ${qid}: "ഏതാണ് ശരി?" 🙂` }))
const reply = {
  // What a learner's text could pretend must not be taken for the place.
  title: '"questions":[] \\"questions\\":[]',
  data: { questions: [], after: 'é'.repeat(3000) },
}
const app = new Hono()
  .get('/kept', async (c) => new WithKept(reply, 'questions', await keepJson(questions)).send(c, reply, 200))
  .get('/written', (c) => new WithKept(reply, 'questions', JSON.stringify(questions)).send(c, reply, 200))
  .get('/plain/:length', (c) => jsonReply(c, JSON.stringify('x'.repeat(Number(c.req.param('length')) - 2)), 200))

const whole = { ...reply, data: { ...reply.data, questions } }

test.each(['/kept', '/written'])('a reply with a kept part is the same JSON, compressed or not (%s)', async (path) => {
  const plain = await app.request(path, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.json()).toEqual(whole)
  const zipped = await app.request(path, { headers: { 'accept-encoding': 'br, gzip;q=0.8' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  const bytes = Buffer.from(await zipped.arrayBuffer())
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(whole)
  expect(bytes.length).toBeLessThan(JSON.stringify(whole).length / 4)
})

test.each([
  ['gzip', 1400, 'gzip'],
  ['gzip', 1399, null],
  ['gzip', 100_000, 'gzip'],
  ['gzip;q=0, br', 5000, null],
  ['identity', 5000, null],
])('to a caller who accepts %s a reply of %i bytes comes in %s', async (accepted, length, encoding) => {
  const answer = await app.request(`/plain/${length}`, { headers: { 'accept-encoding': accepted } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect((encoding ? gunzipSync(bytes) : bytes).toString()).toBe(JSON.stringify('x'.repeat(length - 2)))
})
