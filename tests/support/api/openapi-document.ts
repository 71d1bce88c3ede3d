/** The API document, as far as tests look into it. */
export interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, Answer | { $ref: string }>
}

export interface Answer {
  description: string
  headers?: Record<string, object>
  content?: Record<string, { schema: Schema }>
}

export interface Schema {
  $ref?: string
  type?: string
  enum?: unknown[]
  description?: string
  minimum?: number
  maximum?: number
  allOf?: Schema[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** An answer itself, where the document refers to one of its components. */
export function unrolled({ components }: OpenApi, answer: Answer | { $ref: string }): Answer {
  if (!('$ref' in answer)) return answer
  return components.responses[answer.$ref.replace('#/components/responses/', '')]!
}
