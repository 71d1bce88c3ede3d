import type { Services } from './context.ts'

let provided: Services | undefined
const asDrawn = (html: string): string => html
let finish = asDrawn

/**
 * Called once, before the first request.
 * @param finishing what is done to the HTML of a page that was drawn, once for all who get it
 */
export function provideServices(services: Services, finishing = asDrawn): void {
  provided = services
  finish = finishing
}

/** The HTML of a page as it is sent. */
export function finishPage(html: string): string {
  return finish(html)
}

/** What a page loads its data with: the same server functions as the API, in the same process. */
export function pageContext(): Services {
  if (!provided) throw new Error('Services are provided before the first request')
  return provided
}
