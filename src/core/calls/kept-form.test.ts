import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { filledForm, keepForm, type FilledForm } from './kept-form.ts'
import { keepJson, WithKept } from './kept-json.ts'

/** What callers get of a reply with these parts, who take it compressed and who do not. */
async function sent(reply: object, kept: Record<string, FilledForm | string | Awaited<ReturnType<typeof keepJson>>>) {
  const app = new Hono().get('/', (c) => new WithKept(reply, kept).send(c, reply, 200))
  const zipped = await app.request('/', { headers: { 'accept-encoding': 'gzip' } })
  const bytes = Buffer.from(await zipped.arrayBuffer())
  const plain = await app.request('/', { headers: { 'accept-encoding': 'identity' } })
  return { bytes, zipped: zipped.headers.get('content-encoding') === 'gzip', plain: await plain.text() }
}

/** Pieces of a list with a value between each two. */
const piecesOf = (texts: string[]) => [
  ...texts.map((text, index) => `${index === 0 ? '[' : '},'}{"text":${JSON.stringify(text)},"value":`),
  '}]',
]

test('a filled form is the list that it says, whatever stands around its places and in them', async () => {
  // Texts that repeat each other, near and farther away than a compressor looks back.
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map((one) => one.toWellFormed()),
    fc.constantFrom('ഏതാണ് ശരി? '.repeat(60), 'abc'.repeat(7000), '<span class="katex">x</span>'.repeat(40)),
    fc.tuple(fc.constantFrom('x', '"value":'), fc.nat(70_000)).map(([one, times]) => one.repeat(times)),
  )
  const value = fc.oneof(fc.constant('null'), fc.nat(99_999).map(String))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, value), { minLength: 1, maxLength: 12 }), async (elements) => {
      const form = await keepForm(piecesOf(elements.map(([one]) => one)), 5)
      const filled = filledForm(
        form,
        elements.map(([, one]) => one),
      )
      const { bytes, zipped, plain } = await sent({ before: 'ä', list: [], after: 'ü' }, { list: filled })
      expect(zipped).toBe(true)
      const list = elements.map(([one, number]) => ({ text: one, value: JSON.parse(number) as unknown }))
      expect(JSON.parse(gunzipSync(bytes).toString())).toEqual({ before: 'ä', list, after: 'ü' })
      expect(gunzipSync(bytes).toString()).toBe(plain)
    }),
    { numRuns: 60 },
  )
})

test('stands between other kept parts, and takes little more than what is compressed in one piece', async () => {
  const texts = Array.from({ length: 100 }, (_, index) =>
    `${index} <span class="katex-html">ഏതാണ് ശരി?</span>`.repeat(20),
  )
  const form = await keepForm(piecesOf(texts), 20)
  const filled = filledForm(
    form,
    texts.map((_, index) => String(index)),
  )
  const kept = { first: await keepJson(texts), list: filled, last: await keepJson('rules '.repeat(1000)) }
  const { bytes } = await sent({ first: [], list: [], last: '' }, kept)
  const list = texts.map((text, value) => ({ text, value }))
  const whole = { first: texts, list, last: 'rules '.repeat(1000) }
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(whole)
  const places = texts.length * (4 + 20 + 5)
  expect(bytes.length).toBeLessThan(1.3 * gzipSync(JSON.stringify(whole)).length + places)
})

test('is written anew where a value has no room', async () => {
  const form = await keepForm(piecesOf(['a', 'b']), 3)
  const filled = filledForm(form, ['1234', '5'])
  expect(JSON.parse((await sent({ list: [] }, { list: filled })).plain)).toEqual({
    list: [
      { text: 'a', value: 1234 },
      { text: 'b', value: 5 },
    ],
  })
})

test('is made of JSON alone', async () => {
  await expect(keepForm(['["\u0001', '"]'], 1)).rejects.toThrow('A piece of a form is no JSON')
})
