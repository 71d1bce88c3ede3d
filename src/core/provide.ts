import type { Services } from './context.ts'

let provided: Services | undefined

/** Called once, before the first request. */
export function provideServices(services: Services): void {
  provided = services
}

/** What a page loads its data with: the same server functions as the API, in the same process. */
export function pageContext(): Services {
  if (!provided) throw new Error('Services are provided before the first request')
  return provided
}
