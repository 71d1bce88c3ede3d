/**
 * What a page lets in from elsewhere, beyond what every page has. A page without guests talks to its own server alone. The
 * page tells it in its own frontmatter, `Astro.locals.guests = ...`, before anything is rendered (src/http/pages/page-policy.ts).
 */
export interface PageGuests {
  /** Hosts whose scripts run in the page itself. */
  scripts?: readonly string[]
  frames?: readonly string[]
  calls?: readonly string[]
  pictures?: readonly string[]
  /** What browsers let frames of a host do, by the feature's name in Permissions-Policy. */
  features?: Readonly<Record<string, readonly string[]>>
  /** The page opens windows of others that talk back to it. */
  windows?: boolean
  /**
   * The page runs a script of somebody else, which writes HTML and styles as it likes: Trusted Types and hashes for
   * `<style>` would stop it.
   */
  foreignScript?: boolean
}
