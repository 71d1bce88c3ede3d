import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routes } from '#http/routes.ts'
import { BODY_LIMIT, type Endpoint } from '#lib/both/calls/endpoint.ts'
import { checkAudit } from '#features/staff/audit/audit.contract.ts'
import { makeCalendarFeed } from '#features/live-classes/live-classes.contract.ts'
import { callerOf } from '../../support/api/caller-of.ts'
import { requestFor, type Caller } from '../../support/api/calls.ts'
import { nameOf, sampleInput, schemaOf, type Part } from '../../support/api/sample.ts'
import { fillings, largestFields } from '../../support/hostile/largest-input.ts'
import { inPieces } from '../../support/hostile/hostile-bodies.ts'
import { longestBlock, MAX_BLOCK_MS } from '../../support/hostile/loop-blocks.ts'
import { staffScene, type StaffScene } from '../../support/scenes/staff-scene.ts'
import { staffMatrix } from '../staff-access-matrix.ts'

/** Every call of the console, log-in included. */
const calls = routes
  .filter(({ endpoint }) => endpoint.path.startsWith('/staff/'))
  .map(({ endpoint }) => ({ name: nameOf(endpoint), endpoint, row: staffMatrix[nameOf(endpoint)] }))

const parts: Part[] = ['params', 'query', 'body']

/** Characters of a header, near the limit of all headers together (src/server/limits.ts). */
const MAX_HEADER = 15_000

const headers = [
  'if-none-match',
  'if-match',
  'range',
  'accept-language',
  'accept-encoding',
  'cookie',
  'x-forwarded-for',
]
  .concat(['authorization', 'content-type', 'origin', 'referer', 'user-agent', 'idempotency-key', 'traceparent'])
  .flatMap((name) => ['\t', ' ', ',', '"', ', W/"', ';=', '1-,', '::1, '].map((piece) => ({ name, piece })))

let scene: StaffScene
const callers = new Map<Endpoint['access'], Caller>()

beforeAll(async () => {
  scene = await staffScene()
})

afterAll(() => scene.api.close())

type Input = Partial<Record<Part, Record<string, unknown>>>

/** The longest block of one request. @returns milliseconds and the status */
async function blockOf({ endpoint, row }: (typeof calls)[number], hostile: Input, more: Record<string, string> = {}) {
  const input = sampleInput(endpoint)
  const given = (await row?.input?.(scene)) as Input | undefined
  for (const part of parts) Object.assign(input[part], given?.[part], hostile[part])
  const [path, init] = requestFor(endpoint, input, await callerFor(endpoint))
  if (init.body instanceof FormData) {
    const form = new Response(init.body)
    Object.assign(init.headers as object, { 'content-type': form.headers.get('content-type') })
    Object.assign(init, { body: inTurns(await form.arrayBuffer()), duplex: 'half' })
  }
  Object.assign(init.headers as object, more)
  const { ms, result } = await longestBlock(async () => {
    const response = await scene.api.request(path, init)
    await response.arrayBuffer()
    return response.status
  })
  if (result === 401) callers.delete(endpoint.access)
  return { ms, status: result }
}

/** A caller of the kind that a call is for; kept until a call ends the session. */
async function callerFor(endpoint: Endpoint): Promise<Caller> {
  const known = callers.get(endpoint.access)
  if (known) return known
  const caller = await callerOf(scene.api, endpoint)
  callers.set(endpoint.access, caller)
  return caller
}

/** Bytes as a socket brings them: in pieces, each in a turn of its own. */
function inTurns(bytes: ArrayBuffer): ReadableStream<Uint8Array> {
  const pieces = inPieces(Buffer.from(bytes)).getReader()
  return new ReadableStream({
    pull: async (controller) => {
      const { value } = await pieces.read()
      await setImmediate()
      if (value) controller.enqueue(value)
      else controller.close()
    },
  })
}

/** The least of three: the first compiles, any may collect garbage. A request that is slow is slow again. */
async function leastBlock(...request: Parameters<typeof blockOf>) {
  let least = await blockOf(...request)
  for (let time = 1; time < 3 && least.ms > MAX_BLOCK_MS / 2; time += 1) {
    const { ms } = await blockOf(...request)
    least = { ...least, ms: Math.min(least.ms, ms) }
  }
  return least
}

/** Characters below which an input is tried with some of the fillings: what is quadratic in them is still fast. */
const SHORT = 4000

/** Each value of each field that has a few, one at a time: other texts are read for another audience or type. */
function choicesOf(endpoint: Endpoint): object[] {
  return Object.entries(schemaOf(endpoint.body).properties ?? {}).flatMap(([name, schema]) =>
    [schema, ...(schema.anyOf ?? [])].flatMap((one) => (one.enum ?? []).map((value) => ({ [name]: value }))),
  )
}

/** Inputs of a call with all its fields at their greatest length, and with each alone where they are refused together. */
function* hostileInputs(endpoint: Endpoint): Generator<{ what: string; input: Input; alone: Input[] }> {
  for (const [at, [what, fill]] of fillings.entries()) {
    const found = parts.map((part) => [part, largestFields(endpoint, part, fill)] as const)
    for (const kind of ['taken', 'refused'] as const) {
      const given = found.filter(([, fields]) => Object.keys(fields[kind]).length > 0)
      if (given.length === 0) continue
      const input = Object.fromEntries(given.map(([part, fields]) => [part, fields[kind]])) as Input
      const isShort = JSON.stringify(input).length < SHORT
      if (at % 5 > 0 && isShort) continue
      const alone = given.flatMap(([part, fields]) =>
        Object.entries(fields[kind]).map(([name, value]): Input => ({ [part]: { [name]: value } })),
      )
      yield { what: `${what}, ${kind}`, input, alone: kind === 'taken' && alone.length > 1 ? alone : [] }
      if (kind === 'refused' || isShort) continue
      for (const choice of choicesOf(endpoint))
        yield {
          what: `${what}, ${JSON.stringify(choice)}`,
          input: { ...input, body: { ...input.body, ...choice } },
          alone: alone.map(({ body, ...others }) => ({ ...others, body: { ...body, ...choice } })),
        }
    }
  }
}

test.each(calls)('$name lets nobody wait, whatever its largest input', async (call) => {
  const slow: string[] = []
  const look = (what: string, ms: number) => {
    if (ms > MAX_BLOCK_MS) slow.push(`${what}: ${Math.round(ms)} ms`)
  }
  for (const { what, input, alone } of hostileInputs(call.endpoint)) {
    const together = await leastBlock(call, input)
    look(what, together.ms)
    if (together.status >= 400)
      for (const one of alone)
        look(`${what}, ${JSON.stringify(Object.values(one).map(Object.keys))}`, (await leastBlock(call, one)).ms)
  }
  look('an ordinary request', (await leastBlock(call, {})).ms)
  expect(slow).toEqual([])
})

/** Files at the greatest length that their call takes, by the bytes that they begin with. */
const beginnings = { PDF: '%PDF-1.7', MP3: 'ID3 ', OGG: 'OggS', PNG: '\x89PNG\r\n\x1a\n', SVG: '<svg><g ', text: 'x' }
const files = calls
  .filter(({ endpoint }) => endpoint.bodyKind === 'multipart')
  .flatMap((call) => Object.entries(beginnings).map(([what, beginning]) => ({ ...call, what, beginning })))

test.each(files)(
  '$name lets nobody wait for a $what file of the greatest length',
  async ({ what, beginning, ...call }) => {
    const bytes = Buffer.alloc(call.endpoint.bodyLimit - BODY_LIMIT, ' ')
    bytes.write(beginning, 'latin1')
    const file = new File([bytes], `a.${what}`)
    const uses = what === 'PDF' ? 'document' : what === 'PNG' ? 'picture' : 'audio'
    const { ms } = await leastBlock(call, { body: { picture: file, file, attachment: file, use: uses } })
    expect(ms).toBeLessThan(MAX_BLOCK_MS)
  },
)

test.each(headers)('the header $name of $piece lets nobody wait', async ({ name, piece }) => {
  const value = `x${piece.repeat(MAX_HEADER / piece.length)}x`
  for (const call of calls.filter(({ endpoint }) => /^\/staff\/(me|tickets\/reply|live-classes)$/.test(endpoint.path)))
    expect((await leastBlock(call, {}, { [name]: value })).ms, call.name).toBeLessThan(MAX_BLOCK_MS)
  const { body } = await scene.api.call(makeCalendarFeed, {}, scene.learner)
  const picture = await scene.api.services.files.put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg')
  for (const path of [new URL(body.url!).pathname, picture, '/api/v1/page/home', '/api/openapi.json']) {
    const costs: number[] = []
    for (let time = 0; time < 3; time += 1)
      costs.push((await longestBlock(() => scene.api.request(path, { headers: { [name]: value } }))).ms)
    expect(Math.min(...costs), path).toBeLessThan(MAX_BLOCK_MS)
  }
})

// Last: by now the log is long.
test('a check of a long log of staff lets others have their turn between batches of entries', async () => {
  const { last_id } = await scene.api.services.db.selectFrom('audit_head').select('last_id').executeTakeFirstOrThrow()
  expect(last_id).toBeGreaterThan(2000)
  const [path, init] = requestFor(checkAudit, {}, await callerFor(checkAudit))
  const { ms, all, result } = await longestBlock(() => scene.api.request(path, init))
  expect(result.status).toBe(200)
  expect(ms).toBeLessThan(all / 2)
})
