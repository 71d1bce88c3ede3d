import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from '../../../tests/support/api/command.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { learningPack } from '../../../tests/support/packs/learning-pack.ts'
import { packImporter } from '../../../tests/support/packs/pack.ts'

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
})
afterEach(() => opened.close())

const verify = () => runCommand(opened, 'src/backup/cli.ts', ['verify'])

it('npm run data -- verify names every file of the rows that is damaged or missing, while a server runs', async () => {
  await packImporter(opened)(learningPack())
  expect(await verify()).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/good, 10 files as rows name them\n$/),
  })
  const [first = '', second = ''] = readdirSync(path.join(opened.dataDir, 'private')).sort()
  writeFileSync(path.join(opened.dataDir, 'private', first), '')
  rmSync(path.join(opened.dataDir, 'private', second))
  expect(await verify()).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      new RegExp(`^Damaged: private/${first}\nMissing: private/${second}\n1 file damaged, 1 missing\\. Import .*\n$`),
    ),
  })
})
