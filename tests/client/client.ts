import createClient, { type Client } from 'openapi-fetch'
import type { TestApi } from '../support/api/api.ts'
import type { components, paths } from './types.d.ts'

export type ApiClient = Client<paths>

/** A reply or an error by its name in the API document. */
export type Named<Name extends keyof components['schemas']> = components['schemas'][Name]

/** A client as its author would make it of the API document alone, of the API in this process. */
export function clientOf(api: TestApi, token: () => string | undefined): ApiClient {
  const client = createClient<paths>({
    baseUrl: 'http://localhost',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      const body = method === 'GET' ? undefined : await request.arrayBuffer()
      return api.request(pathname + search, { method, headers, ...(body && { body }) })
    },
  })
  client.use({
    onRequest: ({ request }) => {
      const given = token()
      if (given) request.headers.set('authorization', `Bearer ${given}`)
    },
  })
  return client
}

/** What a call replied. @throws Error with the answer, of one that was refused */
export function replyOf<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  if (data === undefined) throw new Error(`${response.status} ${response.url} ${JSON.stringify(error)}`)
  return data
}

/** A form, which openapi-fetch leaves to its callers. */
export function asForm(body: object | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {}))
    form.append(name, value instanceof Blob ? value : String(value))
  return form
}
