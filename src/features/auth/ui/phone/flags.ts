/** Addresses of the flags' drawings. A list shows only a few at a time, so each is a file of its own. */
const files = import.meta.glob<string>('/node_modules/country-flag-icons/3x2/[A-Z][A-Z].svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
})

export function flagOf(iso: string): string | undefined {
  return files[`/node_modules/country-flag-icons/3x2/${iso}.svg`]
}
