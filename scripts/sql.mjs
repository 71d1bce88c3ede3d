// `npm run sql`: writes down the statements that run most as each engine gets them (tests/contract/statements), for a review
// to see what has changed. On PostgreSQL with that of TEST_DATABASE_URL, or one that is there for this alone.
import { startPostgres } from './postgres.mjs'
import { fail, root, runNode } from './project.mjs'

process.chdir(root)
try {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? undefined : await startPostgres()
  try {
    await write({ TEST_ENGINE: 'sqlite' })
    await write({ TEST_ENGINE: 'postgres', TEST_DATABASE_URL: given ?? server?.url })
  } finally {
    await server?.stop()
  }
} catch (error) {
  fail(error)
}

async function write(env) {
  const args = ['run', '--project', 'api', 'tests/contract/statements.test.ts', '--update']
  const { code } = await runNode(['node_modules/vitest/vitest.mjs', ...args], { env, show: true })
  if (code !== 0) process.exitCode = code
}
