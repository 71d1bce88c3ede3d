import { Stryker } from '@stryker-mutator/core'
import { groups } from './groups.ts'

/**
 * `npm run mutate -- exams settle`: breaks the rules of features, and the files that answers, scores, payments and codes
 * hang on, one small change at a time, and lists the changes that no test notices. Without a name it takes all groups.
 * Fails where less than nine of ten are noticed.
 */

const named = process.argv.slice(2)
const unknown = named.find((name) => !(name in groups))
if (unknown) throw new Error(`There is no group '${unknown}'. Groups: ${Object.keys(groups).join(', ')}`)

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
