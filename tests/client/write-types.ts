import { writeFileSync } from 'node:fs'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { openApiDocument } from '#http/openapi/openapi.ts'
import { routes } from '#http/routes.ts'
import { startCommand } from '#lib/server/start-command.mjs'

/** Where the types of a client are kept, as its author would have them. */
export const TYPES = 'tests/client/types.d.ts'

const heading = '/** Made of the API document: `npm run api-types`. */\n\n'

/** The types of a client of the API, as openapi-typescript makes them of its document. Comments are left to the document. */
export async function clientTypes(): Promise<string> {
  const document = openApiDocument(
    routes.map(({ endpoint }) => endpoint),
    'A site',
  ) as OpenAPI3
  // What has a default may be left out of a request.
  const types = await openapiTS(document, { defaultNonNullable: false })
  return heading + astToString(types, { formatOptions: { removeComments: true } })
}

if (import.meta.main) {
  startCommand({ name: 'npm run api-types', about: [`Writes the types of API clients to ${TYPES}.`] })
  writeFileSync(TYPES, await clientTypes())
}
