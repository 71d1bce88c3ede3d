/** Hexadecimal digits by chance, two a byte. `randomUUID` is not there on a site without https. */
export function randomName(bytes = 12): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}
