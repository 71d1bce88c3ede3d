import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeBackup } from '../backup.ts'
import { runCommand } from '../../../tests/support/api/command.ts'
import { makePrivate } from '../../../tests/support/servers/make-private.ts'
import { freshDatabase, type FreshDatabase } from '../../../tests/support/api/database.ts'
import { learningPack } from '../../../tests/support/packs/learning-pack.ts'
import { packImporter } from '../../../tests/support/packs/pack.ts'
import { unguardLog, writeLog } from '../../../tests/support/scenes/tampered-log.ts'

let opened: FreshDatabase
beforeEach(async () => {
  opened = await freshDatabase()
})
afterEach(() => opened.close())

const verify = () => runCommand(opened, 'src/backup/cli.ts', ['verify'])

it('npm run data -- verify names every file of the rows that is damaged or missing, while a server runs', async () => {
  await packImporter(opened)(learningPack())
  makePrivate(opened.dataDir)
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

it('npm run data -- verify follows the log of staff, and says where it is not as it was written', async () => {
  await writeLog(opened.db, 3)
  makePrivate(opened.dataDir)
  expect(await verify()).toMatchObject({ code: 0, err: '' })
  await unguardLog(opened.db, opened.engine)
  await opened.db.updateTable('audit_log').set({ who: 'Nobody' }).where('id', '=', 2).execute()
  await opened.db.deleteFrom('audit_details').where('log_id', '=', 3).execute()
  const told: unknown = expect.stringMatching(
    /^Entry 2 of the audit log was changed\nThe details of entry 3 of the audit log were removed\nWhat staff did .*\n$/,
  )
  expect(await verify()).toMatchObject({ code: 1, out: '', err: told })
  // Of PostgreSQL there are no backups of ours.
  if (opened.engine === 'postgres') return
  const file = path.join(opened.dataDir, 'backup')
  await makeBackup(opened.dataDir, file, { now: () => 1, force: false })
  const ofFile = await runCommand(opened, 'src/backup/cli.ts', ['verify', file])
  expect(ofFile).toMatchObject({ code: 1, out: expect.stringContaining('/backup is whole: ') as string, err: told })
})

it('npm run data -- verify warns of folders and files that other users of the machine may open', async () => {
  await packImporter(opened)(learningPack())
  makePrivate(opened.dataDir)
  const [name = ''] = readdirSync(path.join(opened.dataDir, 'private'))
  const old = path.join(opened.dataDir, 'private', name)
  const warning = (count: string) =>
    `Warning: permissions of ${count} in ${opened.dataDir} let other users of this machine in: chmod -R go= '${opened.dataDir}'\n`
  chmodSync(old, 0o640)
  expect(await verify()).toMatchObject({
    code: 0,
    err: warning('1 name'),
    out: expect.stringContaining('good') as string,
  })
  chmodSync(opened.dataDir, 0o711)
  expect(await verify()).toMatchObject({ code: 0, err: warning('2 names') })
  makePrivate(opened.dataDir)
  expect(await verify()).toMatchObject({ code: 0, err: '' })
})
