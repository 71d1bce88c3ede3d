import { migrate } from '#db/migrate.ts'
import { openDatabase, type OpenDatabase } from '#db/open.ts'
import { startRefusal } from '#db/start-error.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { fail, Refusal, startCommand } from '#lib/server/start-command.mjs'
import { NotEmpty, seedDatabase, settle } from './seed/seed.ts'

const { options } = startCommand({
  name: 'npm run load:seed',
  about: [
    'Fills the database of DATABASE_URL, else of DATA_DIR, with made-up learners: 1,000,000 with 10,000,000 answers',
    'on PostgreSQL, a tenth of it on SQLite.',
    '',
  ],
  options: {
    share: { value: 'PART', about: 'a part of that, above 0 and up to 1' },
    add: { about: 'allows a database that has learners' },
  },
})

const terminal = process.stderr.isTTY
const began = performance.now()
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '.data' } = process.env
let opened: OpenDatabase | undefined
try {
  const share = Number(options.share ?? 1)
  if (!(share > 0 && share <= 1)) throw new UsageError('--share must be a number above 0 and up to 1')
  opened = await openDatabase({ databaseUrl, dataDir })
  await migrate(opened)
  const sizes = await seedDatabase(opened, {
    share,
    add: options.add !== undefined,
    progress: (text) => process.stderr.write(terminal ? `\r\u001b[K${text}` : `${text}\n`),
  })
  await settle(opened)
  if (terminal) process.stderr.write('\r\u001b[K')
  const counts = Object.entries(sizes).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  console.log(`${counts.join(', ')} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
} catch (error) {
  const line = error instanceof NotEmpty ? error.message : startRefusal(error)
  fail(line === undefined ? error : new Refusal(line))
} finally {
  await opened?.close()
}
