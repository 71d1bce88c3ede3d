import * as z from 'zod/mini'
import { servicePaths, type Endpoint } from '#lib/endpoint.ts'
import { mediaTypes } from './bodies/body-kind.ts'

type JsonSchema = { properties?: Record<string, object>; required?: string[] }

const errorSchema = {
  type: 'object',
  required: ['status', 'success', 'message', 'msg', 'request_id'],
  properties: {
    status: { const: false },
    success: { const: false },
    message: { type: 'string' },
    msg: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' }, description: 'Field name to what is wrong' },
    code: { type: 'string', description: 'A stable word for the case' },
    request_id: { type: 'string' },
  },
}

/** The OpenAPI 3.1 document of every declared call. */
export function openApiDocument(endpoints: Endpoint[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = servicePaths[endpoint.service] + endpoint.path
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Padavu',
      version: '1',
      description: 'Courses, exams and support for learners. Errors share one body; every reply carries X-Request-Id.',
    },
    paths,
    components: {
      securitySchemes: { learner: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  }
}

function operation(endpoint: Endpoint): object {
  const error = {
    description: 'Error',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...(endpoint.access !== 'anyone' ? { security: [{ learner: [] }] } : {}),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.method === 'POST' ? { requestBody: requestBody(endpoint) } : {}),
    responses: {
      [endpoint.success]: {
        description: 'Success',
        content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } },
      },
      '400': error,
      ...(endpoint.access !== 'anyone' ? { '401': error } : {}),
      default: error,
    },
  }
}

function operationId({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function requestBody(endpoint: Endpoint): object {
  const schema = schemaOf(endpoint.body, 'input')
  return { content: Object.fromEntries(mediaTypes[endpoint.bodyKind].map((type) => [type, { schema }])) }
}

function parameters(schema: Endpoint['params'], where: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as JsonSchema
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: Endpoint['body'], io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}
