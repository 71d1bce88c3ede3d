import { defineConfig } from 'vitest/config'
import { groups } from './groups.ts'

const group = groups[process.env.MUTATED ?? '']
if (!group) throw new Error(`MUTATED must be one of ${Object.keys(groups).join(', ')}`)

/** The tests of one group; `run.ts` names it. */
export default defineConfig({
  test: {
    include: group.tests,
    ...(group.onDatabase && { globalSetup: 'tests/support/api/prepare-database.ts' }),
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
