import { openApiDocument } from '#http/openapi/openapi.ts'
import { routes } from '#http/routes.ts'
import { unrolled, type OpenApi } from './openapi-document.ts'

/** The calls as the API document has them; written when the first answer is looked at. */
let operations: { name: string; method: string; pattern: RegExp; answers: Map<string, Set<unknown>> }[] | undefined

/**
 * Looks an answer up in the API document: its status has to be there and, of an error, its code. Every request that a test
 * makes of the composed API comes by, so what no test has seen is all that could be missing.
 * @throws Error for an answer that the document does not know
 */
export async function checkDocumented(
  target: string,
  init: RequestInit | undefined,
  response: Response,
): Promise<void> {
  // A caller who has disconnected gets no answer.
  if (init?.signal?.aborted) return
  const path = new URL(target, 'http://localhost').pathname
  const method = (init?.method ?? 'GET').toLowerCase()
  operations ??= readDocument()
  const operation = operations.find((one) => one.method === method && one.pattern.test(path))
  if (!operation) return
  const codes = operation.answers.get(String(response.status))
  const { code } = response.ok || response.status === 304 ? { code: undefined } : await errorOf(response)
  if (!codes || !codes.has(code)) {
    const missing = `${response.status} ${code ?? ''}`.trim()
    throw new Error(`The API document does not say of ${operation.name} that it answers ${missing}`)
  }
}

async function errorOf(response: Response): Promise<{ code?: string }> {
  return (await response.clone().json()) as { code?: string }
}

function readDocument() {
  const document = openApiDocument(
    routes.map(({ endpoint }) => endpoint),
    'A site',
  ) as OpenApi
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method,
      pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      answers: new Map(
        Object.entries(responses).map(([status, answer]) => [status, codesOf(unrolled(document, answer))]),
      ),
    })),
  )
  // As the router has it: an address without parameters comes before one with some.
  return all.sort((one, other) => Number(one.name.includes('{')) - Number(other.name.includes('{')))
}

/** The codes that an answer may bring; of a success none. */
function codesOf(answer: ReturnType<typeof unrolled>): Set<unknown> {
  const own = answer.content?.['application/json']?.schema.allOf?.[1]
  return new Set<unknown>(own?.properties?.code?.enum ?? [undefined])
}
