/**
 * What a migration says by its name of servers that do not know it, since the name is what every database keeps of it:
 *
 * - `0030-names-in-parts.expand`: it only adds, in such a way that servers of any version before it run with it as well.
 * - `0034-no-full-name.after-0032`: it takes away what servers that know migration 0032 use no more; those run with it.
 *
 * With any other name no server runs that does not know it.
 */
const said = /\.(?:expand|after-(\d{4}))$/

/** Whether a server that knows other migrations runs with one that it does not know. */
function runsWith(name: string, known: readonly string[]): boolean {
  const found = said.exec(name)
  if (!found) return false
  const [, after] = found
  return after === undefined || known.some((other) => other.startsWith(`${after}-`))
}

/** Whether a migration says of servers that do not know it what becomes of them. */
export const saysOfOlderServers = (name: string): boolean => said.test(name)

/** Of the migrations that some data have, those with which a server that knows only `known` must not run. */
export function refusedMigrations(applied: readonly string[], known: readonly string[]): string[] {
  return applied.filter((name) => !known.includes(name) && !runsWith(name, known))
}
