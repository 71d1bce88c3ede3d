import { defineConfig } from 'vitest/config'
import { lucide } from './scripts/lucide.mjs'

/** Tests that use a database run on both engines (TEST_ENGINE); the file's place or name says so. */
const onDatabase = [
  'src/features/*/**/server/**/*.test.ts',
  'src/{db,providers,core,content,staff,http}/**/*.test.ts',
  'src/lib/server/bodies/*.test.ts',
  // Backups are files, whatever the engine; what they hold is not.
  'src/backup/verify/*.test.ts',
  'src/server/metrics/*.test.ts',
  'tests/contract/**/*.test.ts',
]

/** Read the project's own code and papers, no data. */
const onCode = [
  'citations',
  'browser-calls',
  'browser-code',
  'import-rules',
  'table-owners',
  'strict-types',
  'dependencies',
  'security-document',
  'page-addresses',
  'deployment',
].map((name) => `tests/contract/${name}.test.ts`)

/**
 * Much hostile input, sent to one engine alone, the stricter: what PostgreSQL can store (no text with a zero in it, no
 * number that is too large) SQLite stores too.
 */
const onPostgresAlone = ['bad-input', 'fuzz'].map((name) => `tests/contract/${name}.test.ts`)
const onTheOther = process.env.TEST_ENGINE === 'postgres' ? [] : onPostgresAlone

/** What is over at once takes its time where the machine has much else to do: milliseconds that a test waits at most. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [lucide()],
        test: {
          name: 'unit',
          ...patient,
          include: ['src/**/*.test.{ts,tsx}', ...onCode],
          exclude: onDatabase.filter((pattern) => !pattern.startsWith('tests')),
        },
      },
      {
        test: {
          name: 'api',
          ...patient,
          include: onDatabase,
          exclude: [...onCode, ...onTheOther],
          globalSetup: 'tests/support/prepare-database.ts',
          // While one waits for its database another works, on two cores too.
          maxWorkers: 2,
          // Each file opens a database of its own; to read the whole product anew for each took a third of the time.
          isolate: false,
        },
      },
      {
        test: {
          name: 'process',
          ...patient,
          // Start servers from dist, so a build must have run.
          include: ['tests/process/**/*.test.ts'],
          // Much of it is waiting for servers to start and stop.
          maxWorkers: 2,
        },
      },
    ],
  },
})
