/** The page number in an address; whatever else stands there asks for the first page. */
export function readPage(given: string | null | undefined): number {
  return /^[1-9]\d{0,4}$/.test(given ?? '') ? Number(given) : 1
}
