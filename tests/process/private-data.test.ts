import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { findShared } from '#lib/server/private-data.ts'
import { runCommand } from '../support/api/command.ts'
import { startServer, temporaryFolder } from '../support/servers/server.ts'

/** Data folders of processes whose umask lets everybody read what they make. */

const { folder, remove } = temporaryFolder()
const before = process.umask(0o000)
afterEach(() => {
  process.umask(before)
  remove()
})

test('a server and commands make data folders that only their user may open, new ones and empty ones', async () => {
  const made = path.join(folder, 'made')
  mkdirSync(made)
  chmodSync(made, 0o755)
  for (const dataDir of [path.join(folder, 'new'), made]) {
    const server = await startServer(dataDir)
    await fetch(`${server.url}/courses`)
    expect(await findShared(dataDir)).toMatchObject({ shared: [], foreign: [] })
    await server.stop()
    expect(await findShared(dataDir)).toMatchObject({ shared: [], foreign: [] })
  }
  const dataDir = path.join(folder, 'imported')
  const opened = { dataDir, databaseUrl: undefined }
  expect(await runCommand(opened, 'src/content/cli.ts', ['import', 'src/content/demo'])).toMatchObject({ code: 0 })
  const backup = path.join(folder, 'backup.padavu')
  expect(await runCommand(opened, 'src/backup/cli.ts', ['backup', backup])).toMatchObject({ code: 0 })
  const restored = { ...opened, dataDir: path.join(folder, 'restored') }
  expect(await runCommand(restored, 'src/backup/cli.ts', ['restore', backup])).toMatchObject({ code: 0 })
  for (const data of [opened, restored]) {
    expect(await runCommand(data, 'src/staff/cli.ts', ['tickets'])).toMatchObject({ code: 0 })
    expect(await findShared(data.dataDir)).toMatchObject({ shared: [], foreign: [] })
  }
})
