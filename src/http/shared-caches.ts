/**
 * Cache-Control of what is the same for everybody and bounded in number: pages of the site and its content, and calls that
 * anyone may make. Browsers ask again each time, as with no-cache. A cache in front asks once a second for all of them, and
 * goes on for ten minutes while there is no server, or none with a database. How old that may be: docs/operating.md.
 */
export const forSharedCaches = 'max-age=0, s-maxage=1, stale-if-error=600'
