import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#api/routes.ts'
import { testApi, type TestApi } from '../support/api.ts'
import { nameOf } from '../support/sample.ts'

interface Operation {
  operationId: string
  summary: string
  security?: object[]
  parameters: { name: string; in: string; required: boolean }[]
}

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
}

let api: TestApi
let document: OpenApi

beforeAll(async () => {
  api = await testApi()
  document = (await (await api.request('/api/openapi.json')).json()) as OpenApi
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

describe('GET /api/openapi.json', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true })
  })

  test('lists every call that is mounted, and nothing else', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(routes.map(({ endpoint }) => nameOf(endpoint)).sort())
  })

  test('says which calls need a token', () => {
    const protectedCalls = operations()
      .filter(({ operation }) => operation.security)
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
})
