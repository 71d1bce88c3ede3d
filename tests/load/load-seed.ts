import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { NotEmpty, seedDatabase, settle } from './seed/seed.ts'

const USAGE = `npm run load:seed -- [--share=1] [--add]
Fills the database of DATABASE_URL, else of DATA_DIR, with made-up learners: 1,000,000 with 10,000,000 answers on
PostgreSQL, a tenth of it on SQLite. --share makes a part of that, above 0 and up to 1; --add allows a database that has
learners.`

const given = process.argv.slice(2)
const share = Number(given.find((option) => option.startsWith('--share='))?.slice('--share='.length) ?? 1)
const unknown = given.find((option) => option !== '--add' && !option.startsWith('--share='))
if (unknown || !(share > 0 && share <= 1)) {
  console.error(USAGE)
  process.exit(1)
}

const terminal = process.stderr.isTTY
const began = performance.now()
const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '.data' } = process.env
const opened = await openDatabase({ databaseUrl, dataDir })
try {
  await migrate(opened)
  const sizes = await seedDatabase(opened, {
    share,
    add: given.includes('--add'),
    progress: (text) => process.stderr.write(terminal ? `\r\u001b[K${text}` : `${text}\n`),
  })
  await settle(opened)
  if (terminal) process.stderr.write('\r\u001b[K')
  const counts = Object.entries(sizes).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  console.log(`${counts.join(', ')} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
} catch (error) {
  if (!(error instanceof NotEmpty)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await opened.close()
}
