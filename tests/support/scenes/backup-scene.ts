import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createArchive, type Entry } from '#backup/archive/archive.ts'
import { makeBackup } from '#backup/backup.ts'
import type { Disk } from '#backup/disk.ts'
import { sealOf, type Manifest } from '#backup/archive/manifest.ts'
import { restoreBackup } from '#backup/restore.ts'
import { verifyBackup, type Verified } from '#backup/verify/verify.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/open.ts'
import { nameOf } from '#providers/files/names.ts'

export const now = 1_770_000_000_000
const texts = { picture: 'picture', lecture: 'lecture '.repeat(300) }
export const picture = `media/${await nameOf(Buffer.from(texts.picture), 'webp')}`
export const lecture = `private/${await nameOf(Buffer.from(texts.lecture), 'mp4')}`

let data: string
let root: string

/** Gives each test of a file a copy of data with a learner, a picture and a lecture, in a folder of its own. */
export function useData(): void {
  beforeAll(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'padavu-data-'))
    const opened = await openDatabase({ dataDir: data })
    await migrate(opened)
    await opened.db
      .insertInto('users')
      .values({ country_code: '91', phone: '9876543210', name: 'Anu', avatar: `/${picture}`, created_at: now })
      .execute()
    await opened.close()
    for (const [name, text] of [
      [picture, texts.picture],
      [lecture, texts.lecture],
    ] as const) {
      mkdirSync(path.dirname(path.join(data, name)))
      writeFileSync(path.join(data, name), text)
    }
  })
  afterAll(() => rmSync(data, { recursive: true }))

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'padavu-backup-test-'))
    cpSync(data, at('data'), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true }))
}

/** A place in the test's folder. */
export const at = (...names: string[]) => path.join(root, ...names)
export const bytesOf = (...names: string[]) => readFileSync(at(...names))

export const backUp = (force = false) => makeBackup(at('data'), at('backup.padavu'), { now: () => now, force })
export const restore = (folder: string, force = false, more: { now?: number; disk?: Disk } = {}) =>
  restoreBackup(at('backup.padavu'), at(folder), { now, force, ...more })

/** Reads the backup, and leaves nothing. */
export async function verify(): Promise<Verified> {
  const folder = mkdtempSync(at('verify-'))
  try {
    return await verifyBackup(at('backup.padavu'), folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Changes the backup with a list of contents that fits: what somebody would write who wants to harm. */
export async function rewritten(
  change: (manifest: Manifest & Record<string, unknown>) => void,
  more: Record<string, string> = {},
): Promise<void> {
  const { manifest } = await backUp()
  rmSync(at('backup.padavu'))
  const archive = await createArchive(at('backup.padavu'), now)
  manifest.entries = []
  for (const name of [picture, lecture, 'padavu.db']) {
    manifest.entries.push((await archive.addFile(name, at('data', name))) as Entry)
  }
  for (const [name, text] of Object.entries(more)) await archive.addText(name, text)
  change(manifest)
  const text = JSON.stringify(manifest)
  await archive.addText('manifest.json', text)
  await archive.addText('manifest.sha256', sealOf(text))
  await archive.finish()
  await archive.close()
}

/** The folder of the test that runs. */
export const place = () => root
