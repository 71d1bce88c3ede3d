/** The id in an address, undefined where it cannot be one; then the page does not exist. */
export function readExamId(given: string | undefined): number | undefined {
  return given !== undefined && /^[1-9][0-9]{0,9}$/.test(given) && Number(given) <= 2_147_483_647
    ? Number(given)
    : undefined
}
