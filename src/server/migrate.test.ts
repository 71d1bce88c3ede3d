import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from '../../tests/support/api/command.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'padavu-migrate-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Copies the files of a database that is open, as kill -9 leaves them. */
function kill(from: string, to: string): void {
  mkdirSync(to)
  for (const name of ['padavu.db', 'padavu.db-wal'])
    if (existsSync(path.join(from, name))) copyFileSync(path.join(from, name), path.join(to, name))
}

it('a data file whose making is cut off after any statement is brought up to date by the next start', async () => {
  let statements = 0
  const cuts: string[] = []
  const opened = await openDatabase({
    dataDir: path.join(root, 'data'),
    onQuery: () => {
      statements += 1
      if (statements % 20 !== 0) return
      cuts.push(path.join(root, String(statements)))
      kill(path.join(root, 'data'), cuts.at(-1)!)
    },
  })
  await migrate(opened)
  await opened.close()
  expect(cuts.length).toBeGreaterThan(5)
  for (const dataDir of cuts) {
    const again = await openDatabase({ dataDir })
    await migrate(again)
    expect(await again.db.selectFrom('users').selectAll().execute()).toEqual([])
    await again.close()
  }
})

it('several processes may make one at the same time', async () => {
  await (await openDatabase({ dataDir: root })).close()
  const here = { dataDir: root, databaseUrl: undefined }
  const ended = await Promise.all([1, 2, 3].map(() => runCommand(here, 'src/staff/cli.ts', ['tickets'])))
  expect(ended.map(({ code, err }) => [code, err])).toEqual(ended.map(() => [0, '']))
})
