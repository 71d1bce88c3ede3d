import * as z from 'zod/mini'
import { fillPath, servicePaths, type Endpoint } from '#lib/both/calls/endpoint.ts'
import { headersOf, type Caller } from '../support/api/calls.ts'
import { bodies, texts, values } from '../support/hostile/hostile.ts'
import type { Random } from '../support/random.ts'
import { nameOf, schemaOf, type JsonSchema, type Part } from '../support/api/sample.ts'
import { multipart } from './multipart.ts'
import {
  RAW,
  edges,
  hostileHeaders,
  moreTexts,
  nasty,
  pathTricks,
  plausible,
  queryTricks,
  rawNumbers,
  types,
} from './tricks.ts'

/** What a socket could carry: nothing here has been put right by a client. */
export interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
}

/** Values that mean something to the server for this learner, by the name of the field in small letters without `_`. */
export type Known = Record<string, (number | string)[]>

type Input = Record<Part, Record<string, unknown>>

/** Fields that only fit together, by the name of the call. */
export type Recipes = Record<string, Partial<Input>>

const parts: Part[] = ['params', 'query', 'body']

/**
 * A request for this call that is right in most places and wrong in some, or in none: what is refused at the door tells
 * nothing of the rooms behind it.
 */
export function hostileRequest(
  endpoint: Endpoint,
  { caller, known, recipes }: { caller: Caller; known: Known; recipes: Recipes },
  random: Random,
): RawRequest {
  const input = plausibleInput(endpoint, known, random)
  const recipe = recipes[nameOf(endpoint)]
  if (recipe && random.chance(0.7)) for (const part of parts) Object.assign(input[part], recipe[part])
  if (random.chance(0.6)) spoilFields(input, random)
  if (random.chance(0.1)) spoilFields(input, random)
  const headers = headersOf(caller)
  const request: RawRequest = { method: endpoint.method, path: pathOf(endpoint, input, random), headers }
  if (endpoint.method === 'POST') addBody(request, endpoint, input.body, random)
  if (random.chance(0.12)) {
    const [name, value] = random.pick(hostileHeaders)
    headers[name] = value
  }
  return request
}

function plausibleInput(endpoint: Endpoint, known: Known, random: Random): Input {
  const input: Input = { params: {}, query: {}, body: {} }
  for (const part of parts) {
    // Rules that a schema cannot tell may refuse a first try.
    for (let tries = 0; tries < 6; tries += 1) {
      input[part] = valueFor(schemaOf(endpoint[part]), '', known, random) as Record<string, unknown>
      if (z.safeParse(endpoint[part], input[part]).success) break
    }
  }
  return input
}

function valueFor(schema: JsonSchema, name: string, known: Known, random: Random): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.anyOf) return valueFor(random.pick(schema.anyOf), name, known, random)
  if (schema.format === 'binary') return random.pick(files)
  if (schema.type === 'object') {
    const required = new Set(schema.required)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([property]) => required.has(property) || random.chance(0.5))
        .map(([property, inner]) => [property, valueFor(inner, property, known, random)]),
    )
  }
  if (schema.type === 'array') {
    const length = Math.floor(random.next() * 4)
    return Array.from({ length }, () => valueFor(schema.items ?? {}, name, known, random))
  }
  const mine = known[name.toLowerCase().replaceAll('_', '')]
  if (mine && mine.length > 0 && random.chance(0.8)) return random.pick(mine)
  if (schema.type === 'boolean') return random.chance(0.5)
  if (schema.type === 'string') return random.chance(0.6) ? random.pick(plausible) : randomText(random)
  return random.chance(0.8) ? Math.floor(random.between(1, 40)) : random.pick(edges)
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files = [png, png.subarray(0, 40), Buffer.from('GIF89a\u0001'), Buffer.from('<svg onload="x"/>'), Buffer.alloc(0)]

/** From whole planes of characters, with halves of pairs, controls and bytes that engines treat differently. */
function randomText(random: Random): string {
  const ranges = [
    [0x20, 0x7e],
    [0, 0x1f],
    [0x80, 0x2ff],
    [0x0d00, 0x0d7f],
    [0x2000, 0x206f],
    [0xd800, 0xdfff],
    [0xfff0, 0xffff],
  ] as const
  const length = Math.floor(random.chance(0.05) ? random.between(500, 5000) : random.between(0, 40))
  return Array.from({ length }, () => {
    const [from, to] = random.chance(0.7) ? ranges[0] : random.pick(ranges)
    return String.fromCharCode(Math.floor(random.between(from, to + 1)))
  }).join('')
}

/** A good text with one character that engines treat differently: NUL, half a pair, none at all. */
function spoiltText(text: string, random: Random): string {
  const at = Math.floor(random.next() * (text.length + 1))
  return text.slice(0, at) + random.pick(nasty) + text.slice(at)
}

function hostileValue(random: Random): unknown {
  const kind = random.next()
  if (kind < 0.35) return random.pick([...texts, ...moreTexts])
  if (kind < 0.5) return randomText(random)
  if (kind < 0.8) return random.pick(values)
  if (kind < 0.88) return random.pick(edges)
  if (kind < 0.95) return RAW + random.pick(rawNumbers)
  return nestedValue(Math.floor(random.between(10, 2000)))
}

function nestedValue(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

function spoilFields(input: Input, random: Random): void {
  const places = parts.flatMap((part) => Object.keys(input[part]).map((field) => [part, field] as const))
  if (places.length === 0 || random.chance(0.08)) {
    const name = random.pick(['__proto__', 'constructor', 'toString', 'id', 'user_id', 'role', '', 'a.b', '\u0000'])
    Object.defineProperty(input.body, name, {
      value: hostileValue(random),
      enumerable: true,
      configurable: true,
      writable: true,
    })
    return
  }
  const [part, field] = random.pick(places)
  if (random.chance(0.1)) delete input[part][field]
  else if (random.chance(0.1)) input[part][field] = [input[part][field], input[part][field]]
  else {
    const good = input[part][field]
    input[part][field] =
      typeof good === 'string' && random.chance(0.4) ? spoiltText(good, random) : hostileValue(random)
  }
}

/** A value as an address or a form carries it. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value.replace(RAW, '')
  // Some values have no text.
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}

function pathOf(endpoint: Endpoint, { params, query }: Input, random: Random): string {
  const safe = Object.fromEntries(
    // A path of 8,000 characters is refused before anybody looks.
    Object.entries(params).map(([name, value]) => [name, asText(value).slice(0, 900).toWellFormed() || '0']),
  )
  let path = servicePaths[endpoint.service] + fillPath(endpoint.path, safe)
  const first = Object.keys(params)[0]
  if (first !== undefined && random.chance(0.08)) {
    const trick = random.pick(pathTricks)
    path = servicePaths[endpoint.service] + endpoint.path.replace(/\{\w+\}/g, trick)
  }
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const pair = [name, asText(value).slice(0, 900).toWellFormed()] as [string, string]
    return random.chance(0.1)
      ? [pair, [name, asText(hostileValue(random)).slice(0, 900).toWellFormed()] as const]
      : [pair]
  })
  const search = [String(new URLSearchParams(pairs.map(([name, value]) => [name, value])))]
  if (random.chance(0.08)) search.push(random.pick(queryTricks))
  const written = search.filter((piece) => piece !== '').join('&')
  return written === '' ? path : `${path}?${written}`
}

function addBody(request: RawRequest, endpoint: Endpoint, fields: Record<string, unknown>, random: Random): void {
  const { headers } = request
  if (random.chance(0.06)) {
    const [, body, type = 'application/json'] = random.pick(bodies)
    headers['content-type'] = type
    request.body = Buffer.from(body as string)
    return
  }
  let body: Buffer
  if (endpoint.bodyKind !== 'json' && random.chance(0.9)) {
    const written = multipart(fields, asText, random)
    headers['content-type'] = written.type
    body = written.body
  } else {
    headers['content-type'] = 'application/json'
    const text = JSON.stringify(fields).replace(/"\\u0001raw:([^"]*)"/g, '$1')
    body = Buffer.from(text)
  }
  if (random.chance(0.1)) body = damaged(body, random)
  if (random.chance(0.05)) headers['content-type'] = random.pick(types)
  request.body = body
}

/** Cut off, or with bytes that are no UTF-8, or with something more. */
function damaged(body: Buffer, random: Random): Buffer {
  const at = Math.floor(random.next() * body.length)
  const kind = random.next()
  if (kind < 0.4) return body.subarray(0, at)
  if (kind < 0.8)
    return Buffer.concat([
      body.subarray(0, at),
      Buffer.from([random.pick([0xff, 0xc0, 0xed, 0x80, 0, 0xf8])]),
      body.subarray(at),
    ])
  return Buffer.concat([body, random.chance(0.5) ? body : Buffer.from('\u0000')])
}
