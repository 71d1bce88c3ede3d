/** The id in an address or in what a provider or a pack wrote; undefined for what no row has (`id` in fields.ts). */
export function readId(given: string | null | undefined): number | undefined {
  return /^[1-9]\d{0,9}$/.test(given ?? '') && Number(given) <= 2_147_483_647 ? Number(given) : undefined
}
