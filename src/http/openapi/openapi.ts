import type * as z from 'zod/mini'
import { BODY_LIMIT, servicePaths, type Endpoint } from '#lib/both/calls/endpoint.ts'
import { inLargeUnits } from '#lib/both/calls/limits.ts'
import { staffCookieNames } from '#core/staff/staff-cookies.ts'
import { mediaTypes } from '#lib/server/bodies/body-kind.ts'
import { errorResponses, errorSchema, headerRefs, headers } from './openapi-errors.ts'
import { inputSchema, isEmpty, replySchema, type JsonSchema } from './openapi-schemas.ts'
import { featureOf, features } from '../routes.ts'

const description = `Courses, exams and support for learners.

**Errors** share one body (\`Error\`), whose \`code\` is a word that stays the same; the texts may change. Before a call is
looked at, a request can be refused with 400 (not valid HTTP), 404 (no such call), 405 (another method; see \`Allow\`), 408
(too slow), 414 and 431 (too long).

**Ids** are whole numbers, or text of their digits, from 1 to 2147483647. Times are milliseconds since 1970 in UTC where a
field does not say otherwise; amounts are rupees.

**Replies** may gain fields; those that are described stay.

**Lists** come in pages where a call has \`current_page\` or \`page\`, counted from 1; \`total\` counts the rows of all pages.`

/** Parts that many calls share. */
interface Components {
  schemas: Record<string, JsonSchema>
  responses: Record<string, object>
}

/** The OpenAPI 3.1 document of every declared call, which names the site. */
export function openApiDocument(endpoints: Endpoint[], title: string): object {
  const components: Components = { schemas: { Error: errorSchema }, responses: {} }
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = servicePaths[endpoint.service] + endpoint.path
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'Where this document is' }],
    tags: Object.entries(features).map(([name, { about }]) => ({ name, description: about })),
    paths,
    components: {
      securitySchemes: {
        learner: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` that the verification of a code replies with. Logging out ends it.',
        },
        staff: {
          type: 'apiKey',
          in: 'cookie',
          name: staffCookieNames.session,
          description:
            'The session of somebody of the staff; each call brings its `csrf` in X-CSRF-Token as well. Over HTTPS its name begins with `__Host-`. A request with X-Background: 1 does not renew it. `x-second-factor` says which second factor a call needs: `recent`, or that of the session.',
        },
        entering: {
          type: 'apiKey',
          in: 'cookie',
          name: staffCookieNames.entry,
          description:
            'A log-in of staff whose phone is proved, and whose second factor is still to come. Over HTTPS its name begins with `__Host-`.',
        },
      },
      ...components,
      headers,
    },
  }
}

/** What a call of each kind has to bring. */
const securityOf: Record<Endpoint['access'], object[]> = {
  anyone: [],
  verified: [{ learner: [] }],
  learner: [{ learner: [] }],
  entering: [{ entering: [] }],
  staff: [{ staff: [] }],
}

function operation(endpoint: Endpoint, components: Components): object {
  const etag = endpoint.versioned ? (['ETag'] as const) : []
  return {
    operationId: operationId(endpoint),
    tags: [featureOf(endpoint)],
    summary: endpoint.summary,
    ...described(endpoint),
    security: securityOf[endpoint.access],
    ...(endpoint.secondFactor && { 'x-second-factor': endpoint.secondFactor }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.versioned ? [ifNoneMatch] : []),
      ...(endpoint.creates ? [idempotencyKey] : []),
    ],
    ...requestBody(endpoint),
    responses: {
      [endpoint.success]: {
        description: 'Success',
        headers: headerRefs(...etag),
        content: { 'application/json': { schema: replySchema(endpoint.reply, components.schemas) } },
      },
      ...(endpoint.versioned && { 304: { description: 'The caller has this version.', headers: headerRefs(...etag) } }),
      ...errorResponses(endpoint, components.responses),
    },
  }
}

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the reply that the caller has.',
  schema: { type: 'string' },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    "The caller's name for this request. Sent again under the same name within a day, it is answered as before and creates " +
    'nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

/** What a call's schemas cannot say. */
function described({ limit, bodyLimit, access, roles, secondFactor }: Endpoint): { description?: string } {
  const sentences = [
    access === 'verified' && 'The profile need not be completed.',
    roles.length > 0 && `Of the staff: ${roles.join(', ')}.`,
    secondFactor === 'recent' && 'Needs a second factor given in the last 15 minutes.',
    limit && `At most ${limit.count} in ${inLargeUnits(limit.span)} for each learner.`,
    bodyLimit > BODY_LIMIT && `The body may be up to ${bodyLimit / BODY_LIMIT} MB.`,
  ].filter(Boolean)
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

function operationId({ method, path }: Endpoint): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function requestBody({ body, bodyKind, method, example }: Endpoint): { requestBody?: object } {
  const schema = inputSchema(body, bodyKind !== 'json')
  if (method !== 'POST' || isEmpty(schema)) return {}
  const content = { schema, ...(example && { example }) }
  return {
    requestBody: {
      required: (schema.required ?? []).length > 0,
      content: Object.fromEntries(mediaTypes[bodyKind].map((type) => [type, content])),
    },
  }
}

function parameters(part: z.core.$ZodType, where: 'path' | 'query'): object[] {
  const { properties = {}, required = [] } = inputSchema(part, true)
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description && { description }),
    schema,
  }))
}
