import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { jsonReply } from './json-reply.ts'
import { keepJson, WithKept } from './kept-json.ts'

const questions = Array.from({ length: 200 }, (_, qid) => ({ qid, text: `Frage ${qid}: "ഏതാണ് ശരി?" 🙂` }))
const rules = `<p>${'Read them. ✓ '.repeat(40)}</p>`
const replyWith = (after: string) => ({
  // What a learner's text could pretend must not be taken for the place.
  title: '"rules":"" "questions":[] \\"questions\\":[]',
  data: { rules: '', between: 'ä', questions: [], after },
})
const kept = { rules: await keepJson(rules), questions: await keepJson(questions) }
const mixed = { ...kept, questions: JSON.stringify(questions) }
const app = new Hono()
  .get('/kept/:length', (c) => {
    const reply = replyWith('é'.repeat(Number(c.req.param('length'))))
    return new WithKept(reply, kept).send(c, reply, 200)
  })
  .get('/mixed/:length', (c) => {
    const reply = replyWith('é'.repeat(Number(c.req.param('length'))))
    return new WithKept(reply, mixed).send(c, reply, 200)
  })
  .get('/written', (c) => {
    const reply = { questions: [] }
    return new WithKept(reply, { questions: mixed.questions }).send(c, reply, 200)
  })
  .get('/plain/:length', (c) => jsonReply(c, JSON.stringify('x'.repeat(Number(c.req.param('length')) - 2)), 200))

const all = (length: number) => {
  const { title, data } = replyWith('é'.repeat(length))
  return { title, data: { ...data, rules, questions } }
}

test.each([
  ['/kept/0', all(0)],
  ['/kept/3000', all(3000)],
  ['/kept/70000', all(70_000)],
  ['/mixed/3000', all(3000)],
  ['/written', { questions }],
])('a reply with kept parts is the same JSON, compressed or not (%s)', async (path, expected) => {
  const whole = JSON.stringify(expected)
  const plain = await app.request(path, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(whole)
  const zipped = await app.request(path, { headers: { 'accept-encoding': 'br, gzip;q=0.8' } })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  const bytes = Buffer.from(await zipped.arrayBuffer())
  expect(gunzipSync(bytes).toString()).toBe(whole)
  expect(bytes.length).toBeLessThan(whole.length / 4)
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
