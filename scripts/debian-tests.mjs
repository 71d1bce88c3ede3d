// Tests that need programs of Debian's packages. `npm test` runs them where the programs can be had, and says otherwise that
// they did not run and what to install; a file that is run by itself fails without them.
import { debianPrograms } from './debian.mjs'
import { Refusal } from './project.mjs'

/** PostgreSQL, and what copies and restores it: a program of each package. */
export const postgresPrograms = ['postgres', 'pg_verifybackup']

/** What runs on each machine of a cluster. */
export const clusterPrograms = ['postgres', 'pg_basebackup', 'patroni', 'etcd', 'pgbouncer', 'haproxy']

/** The programs that a test file needs. @type {Readonly<Record<string, string[]>>} */
export const debianTests = {
  'tests/process/alert-rules.test.ts': ['promtool'],
  'tests/process/cache.test.ts': ['nginx'],
  'tests/process/failover.test.ts': clusterPrograms,
  'tests/process/postgres-copies.test.ts': postgresPrograms,
  'tests/process/proxy.test.ts': ['caddy'],
}

export const firefoxPrograms = ['firefox-esr']

export const webkitPrograms = ['WebKitWebDriver', 'webkit2gtk-4.1/MiniBrowser', 'Xvfb']

/** The programs of the journeys in other browsers, for `overlaidPrograms`. */
export const browserTests = { 'tests/browsers/journeys.test.ts': [...firefoxPrograms, ...webkitPrograms] }

/**
 * Looks for the programs of every file, and unpacks those that the system lacks.
 * @returns {Promise<{ env: Record<string, string>, lines: string[] }>} what vitest is told (vitest.config.ts) of files that
 *   cannot run, and what a person is
 */
export async function findTestPrograms(
  tests = debianTests,
  find = /** @type {(names: string[]) => Promise<unknown>} */ (debianPrograms),
) {
  const leftOut = []
  const lines = []
  for (const [file, programs] of Object.entries(tests)) {
    try {
      await find(programs)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      leftOut.push(file)
      lines.push(`Did not run: ${file}. ${error.message}`)
    }
  }
  return { env: leftOut.length > 0 ? { TEST_LEFT_OUT: leftOut.join() } : {}, lines }
}
