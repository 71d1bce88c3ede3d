/** Where a link may lead, for servers and browsers, packs and staff: to the web, or to a page of this site. */

/** The address of a page of the web; undefined of any other, and of one that names a user, who looks like a host. */
export function webAddress(text: string): URL | undefined {
  try {
    const url = new URL(text)
    if (/^https?:$/.test(url.protocol) && !url.username && !url.password) return url
  } catch {
    // Not URL.canParse: the oldest browsers lack it.
  }
  return undefined
}

/** A page of this site: `/courses/12?tab=x`. Neither `//host` nor `/\host`, which browsers take for another host. */
export function isSitePath(text: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(text)
}

/** A link by itself, as a notification and the settings of a site have it: a page of this site, or an address on the web. */
export function isLink(text: string): boolean {
  return isSitePath(text) || (/^https?:\/\/[^\s\\]+$/i.test(text) && webAddress(text) !== undefined)
}

/**
 * The address of a link in a text. Browsers forgive what people write there, so it only must be clear that it leads to the
 * web or within this site; they read `//` and `/\` as another site, also over a tab.
 */
export function isLinkAddress(address: string): boolean {
  return /^(https?:\/\/|\/(?![/\\]))[^\t\n\r]*$/i.test(address)
}
