import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '#http/routes.ts'
import { errorCodes, type ErrorCode } from '#lib/both/calls/error-codes.ts'
import { testApi, type TestApi } from '../support/api/api.ts'
import { unrolled, type OpenApi, type Operation, type Schema } from '../support/api/openapi-document.ts'
import { fieldsOf, nameOf } from '../support/api/sample.ts'

let api: TestApi
let text: string
let document: OpenApi

beforeAll(async () => {
  api = await testApi()
  text = await (await api.request('/api/openapi.json')).text()
  document = JSON.parse(text) as OpenApi
})

afterAll(() => api.close())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  )

const operationOf = (name: string): Operation => operations().find((one) => one.name === name)!.operation

describe('GET /api/openapi.json', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true })
  })

  test('keeps the recommended rules for such documents', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
    // Warnings: the specification's addresses, and calls that take nothing and so refuse nothing.
    const known = ['no-ambiguous-paths', 'operation-4xx-response']
    const told = problems.filter(({ severity, ruleId }) => severity === 'error' || !known.includes(ruleId))
    expect(told.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  test('lists every call that is mounted, and nothing else', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(routes.map(({ endpoint }) => nameOf(endpoint)).sort())
  })

  test('says of each call whether it needs a token', () => {
    const protectedCalls = operations()
      .filter(({ operation }) => operation.security.length > 0)
      .map(({ name }) => name)
    const declared = routes
      .filter(({ endpoint }) => endpoint.access !== 'anyone')
      .map(({ endpoint }) => nameOf(endpoint))
    expect(protectedCalls.sort()).toEqual(declared.sort())
  })

  test('names each operation once', () => {
    const ids = operations().map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('declares every parameter of a path', () => {
    for (const { name, path, operation } of operations()) {
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path' && parameter.required)
      expect(declared.map((parameter) => parameter.name).sort(), name).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter).sort(),
      )
    }
  })

  test('asks for a body where a field of it is needed, and for none where a call takes none', () => {
    for (const { endpoint } of routes) {
      const { requestBody } = operationOf(nameOf(endpoint))
      const isNeeded = !z.safeParse(endpoint.body, {}).success
      // Rules that a form cannot tell may refuse a body that has none of its fields.
      if (requestBody?.required) expect(isNeeded, nameOf(endpoint)).toBe(true)
      const fields = fieldsOf(endpoint, 'body')
      expect(requestBody !== undefined, nameOf(endpoint)).toBe(endpoint.method === 'POST' && fields.length > 0)
    }
    expect(operationOf('POST /api/v1/user/courses/exam/start').requestBody?.required).toBe(true)
  })

  test('says of every number whether it is whole, its bounds and, where it has decimals, its unit', () => {
    const bare = everySchema({ paths: document.paths, schemas: document.components.schemas }).filter(
      ({ place, schema: { type, minimum, maximum, description, ...more } }) => {
        if (type === 'integer') return minimum === undefined || maximum === undefined
        // One value alone has no bounds; of a number that may be written in digits, too, the pair is described.
        return type === 'number' && !description && !('const' in more) && !place.endsWith('/anyOf/0')
      },
    )
    expect(bare.map(({ place }) => place)).toEqual([])
    expect(document.components.schemas.ExamDetail?.properties).toMatchObject({
      id: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
      time: { type: 'integer', description: 'Minutes' },
    })
  })

  test('says of a page of a list which there are', () => {
    const { parameters } = operationOf('GET /api/v1/user/courses')
    expect(parameters.find(({ name }) => name === 'per_page')).toMatchObject({
      required: false,
      description: 'Rows a page',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 12 },
    })
  })

  test('has an example that the server takes where it has one', () => {
    const given = routes.filter(({ endpoint }) => endpoint.example)
    expect(given.length).toBeGreaterThan(8)
    for (const { endpoint } of given) {
      expect(z.safeParse(endpoint.body, endpoint.example).error?.issues ?? [], nameOf(endpoint)).toEqual([])
      const [content] = Object.values(operationOf(nameOf(endpoint)).requestBody?.content ?? {})
      expect(content?.example, nameOf(endpoint)).toEqual(endpoint.example)
    }
  })

  test('says with which codes a call is refused, each at its status', () => {
    for (const { name, operation } of operations()) {
      for (const [status, answer] of Object.entries(operation.responses)) {
        if (Number(status) < 400) continue
        const { content, description } = unrolled(document, answer)
        const [shared, own] = content?.['application/json']?.schema.allOf ?? []
        expect(shared, name).toEqual({ $ref: '#/components/schemas/Error' })
        const codes = (own?.properties?.code?.enum ?? []) as ErrorCode[]
        expect(codes.length, name).toBeGreaterThan(0)
        for (const code of codes) {
          expect(String(errorCodes[code].status), `${code} of ${name}`).toBe(status)
          expect(description).toContain(code)
        }
      }
    }
    const start = operationOf('POST /api/v1/user/courses/exam/start').responses
    expect(Object.keys(start)).toEqual('200 400 401 403 404 409 413 415 422 500 503 507'.split(' '))
  })

  test('gives its calls to features, and says what these are', () => {
    const { tags } = document as OpenApi & { tags: { name: string; description: string }[] }
    const used = new Set(operations().flatMap(({ operation }) => operation.tags))
    expect([...used].sort()).toEqual(tags.map(({ name }) => name).sort())
  })
})

/** Every schema of the document, with its place. */
function everySchema(value: unknown, place = ''): { place: string; schema: Schema }[] {
  if (typeof value !== 'object' || value === null) return []
  const schema: Schema = value
  const own = typeof schema.type === 'string' ? [{ place, schema }] : []
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => everySchema(inner, `${place}/${key}`))]
}
