// `npm run sql`: writes down the statements that run most as each engine gets them (tests/contract/statements), for a review
// to see what has changed. With `--released`, which is for the moment of a release, all that the API tests make the product
// ask (tests/contract/released), for the next one to be held to. On PostgreSQL with that of TEST_DATABASE_URL, or one that is
// there for this alone.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startCommand } from '../src/lib/server/start-command.mjs'
import { startPostgres } from './postgres.mjs'
import { fail, root, runNode } from './project.mjs'
import { listOf } from './released-statements.mjs'

const { options } = startCommand({
  name: 'npm run sql',
  about: ['Writes the most frequent statements of each engine to tests/contract/statements.', ''],
  options: { released: { about: 'all statements of the API tests instead, for a release (tests/contract/released)' } },
})
process.chdir(root)
try {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? undefined : await startPostgres()
  const postgres = { TEST_ENGINE: 'postgres', TEST_DATABASE_URL: given ?? server?.url }
  try {
    const write = options.released !== undefined ? writeReleased : writeMostRun
    await write([{ TEST_ENGINE: 'sqlite' }, postgres])
  } finally {
    await server?.stop()
  }
} catch (error) {
  fail(error)
}

async function writeMostRun(engines) {
  for (const env of engines) await tests(['tests/contract/statements.test.ts', '--update'], env)
}

async function writeReleased(engines) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'padavu-statements-'))
  try {
    for (const env of engines) await tests([], { ...env, RECORD_STATEMENTS: folder })
    if (process.exitCode) return
    const last = fs.readdirSync('src/db/migrations').sort().at(-1).replace(/\.ts$/, '')
    fs.writeFileSync('tests/contract/released/statements.sql', listOf(folder, last))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function tests(args, env) {
  const { code } = await runNode(['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', ...args], {
    env,
    show: true,
  })
  if (code !== 0) process.exitCode = code
}
