import { servicePaths, type Endpoint } from '#lib/both/calls/endpoint.ts'

/**
 * Tells which methods an address of the API answers to; an empty list where there is no call. What is read can also be asked
 * for without its body.
 */
export function allowedMethods(endpoints: Endpoint[], documentPath: string): (path: string) => string[] {
  const patterns = [
    { method: 'GET', matches: new RegExp(`^${documentPath}$`) },
    ...endpoints.map(({ method, service, path }) => ({
      method,
      matches: new RegExp(`^${servicePaths[service]}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    })),
  ]
  return (path) => {
    const methods = patterns.filter(({ matches }) => matches.test(path)).map(({ method }) => method)
    if (methods.length === 0) return []
    return [...new Set([...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'])]
  }
}
