import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { lucide } from './scripts/lucide.mjs'

/** Tests that use a database run on both engines (TEST_ENGINE); the file's place or name says so. */
const onDatabase = [
  'src/features/*/**/server/**/*.test.ts',
  'src/{db,providers,core,content,staff,http}/**/*.test.ts',
  'src/lib/server/bodies/*.test.ts',
  // Backups are files, whatever the engine; what they hold is not.
  'src/backup/{count,verify}/*.test.ts',
  'src/server/metrics/*.test.ts',
  'tests/contract/**/*.test.ts',
]

/** Stand among those, but reach no database, so once is enough: one that did would find no template to copy. */
const onNoDatabase = [
  'src/content/{read,text,schemas}/**/*.test.ts',
  'src/content/pictures/{brand-colors,svg}.test.ts',
  'src/core/{config,trusted-proxies,calls/{kept-form,kept-json,turns},clock/guarded-clock,metrics/outgoing-calls}.test.ts',
  'src/db/migrating/older-servers.test.ts',
  'src/features/auth/server/{address,codes/code-limits}.test.ts',
  'src/features/auth/staff/phone-list/server/read-phones.test.ts',
  'src/features/catalogue/server/search/search-index.test.ts',
  'src/http/request/{deadline,router}.test.ts',
  'src/providers/{codes/senders,files/checked-files,files/power-cut,payment/razorpay,payment/sandbox/window,push/push-address}.test.ts',
  'src/db/postgres/waits.test.ts',
  'src/server/metrics/{alerts,process-metrics}.test.ts',
]

/** Read the project's own code, contracts and papers, no data. */
const onCode = 'tests/contract/code/**/*.test.ts'

/**
 * Unit tests that leave nothing behind in the modules and the globals that they use, so that they can share them: to read
 * those anew for each file takes longer than most of the tests.
 */
const together = [
  'src/**/*.rules.test.ts',
  'src/lib/both/**/*.test.ts',
  'src/lib/server/!(bodies)/*.test.ts',
  'src/backup/{*,archive/*}.test.ts',
  'src/server/*.test.ts',
  ...onNoDatabase,
  onCode,
  'tests/load/**/*.test.ts',
]

/**
 * Much hostile input, sent to one engine alone, the stricter: what PostgreSQL can store (no text with a zero in it, no
 * number that is too large) SQLite stores too.
 */
const onPostgresAlone = ['bad-input', 'fuzz'].map((name) => `tests/contract/hostile/${name}.test.ts`)

/**
 * What is refused before any data are reached, whatever the engine, and what a request takes of its thread, which on
 * SQLite does the work of the database as well.
 */
const onSqliteAlone = ['bad-bodies', 'hostile-bodies', 'loose-types', 'costly-requests', 'costly-staff-requests'].map(
  (name) => `tests/contract/hostile/${name}.test.ts`,
)
const onTheOther = process.env.TEST_ENGINE === 'postgres' ? onSqliteAlone : onPostgresAlone

/** Files that need programs which this machine cannot have (scripts/debian-tests.mjs). */
const leftOut = process.env.TEST_LEFT_OUT?.split(',') ?? []

/** What is over at once takes its time where the machine has much else to do: milliseconds that a test waits at most. */
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } }

const longest = [
  // Of its minute most goes by until a lease of others runs out: others compute meanwhile.
  'tests/process/failover.test.ts',
  // Short files that go through all calls: begun last, one of them would go on alone.
  ...['fuzz', 'bad-input', 'hostile-bodies', 'costly-requests', 'costly-staff-requests'].map(
    (name) => `tests/contract/hostile/${name}.test.ts`,
  ),
]

/** Begins with what takes longest, which a file's size, by which it is sorted otherwise, does not tell. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [lucide()],
        test: {
          name: 'unit',
          ...patient,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [...onDatabase, ...together],
          // By itself it leaves one core to whoever watches.
          maxWorkers: 2,
        },
      },
      {
        plugins: [lucide()],
        test: {
          name: 'unit-together',
          ...patient,
          include: together,
          maxWorkers: 2,
          isolate: false,
        },
      },
      {
        test: {
          name: 'api',
          ...patient,
          include: onDatabase,
          exclude: [...onNoDatabase, onCode, ...onTheOther],
          globalSetup: 'tests/support/api/prepare-database.ts',
          setupFiles: process.env.RECORD_STATEMENTS ? 'tests/support/api/record-statements.ts' : [],
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
          exclude: [...configDefaults.exclude, ...leftOut],
          globalSetup: 'tests/support/servers/prepare-servers.ts',
          // Much of it is waiting for servers to start and stop.
          maxWorkers: 2,
          // What is tested are other processes; to read the product anew for each file took longer than most of them.
          isolate: false,
        },
      },
      {
        // Real Firefox and WebKitGTK at the server from dist.
        test: { name: 'browsers', ...patient, include: ['tests/browsers/**/*.test.ts'] },
      },
    ],
  },
})
