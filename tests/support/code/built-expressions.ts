import { fileURLToPath } from 'node:url'

/**
 * Prints the regular expressions that the source builds with `new RegExp` while its modules load, as JSON: file, line,
 * source and flags of each. Runs as a process of its own, so that no module is loaded before.
 */
const built: { file: string; line: number; source: string; flags: string }[] = []

const note = (expression: RegExp): RegExp => {
  const [, url, line] = /(file:\S+\/src\/[^:\s]+):(\d+):\d+/.exec(new Error().stack ?? '') ?? []
  if (url)
    built.push({ file: fileURLToPath(url), line: Number(line), source: expression.source, flags: expression.flags })
  return expression
}

globalThis.RegExp = new Proxy(RegExp, {
  construct: (of, given: [string, string?]) => note(new of(...given)),
  apply: (of, _, given: [string, string?]) => note(of(...given)),
})

const { routes } = await import('#http/routes.ts')
const { allowedMethods } = await import('#http/request/allowed-methods.ts')
// All paths have the same form: those with the most parameters stand for the others.
const parameters = ({ path }: { path: string }) => path.split('{').length
const endpoints = routes.map(({ endpoint }) => endpoint).toSorted((a, b) => parameters(b) - parameters(a))
allowedMethods(endpoints.slice(0, 5), '/api/openapi.json')
for (const file of process.argv.slice(2)) await import(file)

console.log(JSON.stringify(built))
process.exit()
