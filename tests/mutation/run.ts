import { Stryker } from '@stryker-mutator/core'
import { UsageError } from '#lib/server/command-line.mjs'
import { fail, startCommand } from '#lib/server/start-command.mjs'
import { groups } from './groups.ts'

/**
 * `npm run mutate -- exams settle`: breaks the rules of features, and the files that answers, scores, payments and codes
 * hang on, one small change at a time, and lists the changes that no test notices. Without a name it takes all groups.
 * Fails where less than nine of ten are noticed.
 */

const { args: named } = startCommand({
  name: 'npm run mutate',
  about: [
    'Breaks code of each GROUP, one small change at a time, and lists the changes that no test notices.',
    '',
    `Groups: ${Object.keys(groups).join(', ')}`,
  ],
  args: ['[GROUP…]'],
})
const unknown = named.find((name) => !Object.hasOwn(groups, name))
if (unknown !== undefined) fail(new UsageError(`There is no group '${unknown}'. See: npm run mutate -- --help`))

for (const name of named.length > 0 ? named : Object.keys(groups)) {
  console.log(`\n${name}`)
  // Read by the configuration of the tests, in Stryker's own processes.
  process.env.MUTATED = name
  const { mutate, onDatabase } = groups[name]!
  await new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
    // A statement that is kept once it is built is used by other tests than the one that built it.
    coverageAnalysis: onDatabase ? 'all' : 'perTest',
    concurrency: 1,
    // A busy machine is no endless loop.
    timeoutMS: onDatabase ? 90_000 : 20_000,
    reporters: ['clear-text'],
    ignorePatterns: ['.cache', '.data', 'dist', 'test-results', 'playwright-report'],
    clearTextReporter: { reportTests: false },
    tempDirName: '.cache/mutation',
    thresholds: { high: 95, low: 90, break: 90 },
  }).runMutationTest()
}
