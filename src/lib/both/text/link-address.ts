/** True for the address of a page of the web, or of this site; browsers read `//` and `/\` as another site, also over a tab. */
export function isLinkAddress(address: string): boolean {
  return /^(https?:\/\/|\/(?![/\\]))[^\t\n\r]*$/i.test(address)
}
