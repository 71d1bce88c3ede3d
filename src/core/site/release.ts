/** What this server was built from, written in by the build (astro.config.mjs). */
declare const __RELEASE__: string | undefined

/**
 * Says which code answers: the same of all servers that were built from the same sources, on whichever machine, and another
 * of any other. Code that runs without a build may be another after each change, and is a release of its own.
 */
export function thisRelease(): string {
  return typeof __RELEASE__ === 'string' ? __RELEASE__ : `unbuilt-${Date.now().toString(36)}`
}
