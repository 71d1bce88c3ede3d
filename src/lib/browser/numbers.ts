import { readId } from '../both/calls/read-id.ts'

/**
 * The numbers in the address of this page, in order. The server draws a page once for all numbers, so what stands in it
 * reads them here (src/http/pages/numbered-pages.ts).
 */
export function numbersOfAddress(): number[] {
  return location.pathname.split('/').flatMap((part) => readId(part) ?? [])
}
