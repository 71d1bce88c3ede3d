import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { markChanged, readMarks } from '#core/content/content-changes.ts'
import { lockContent } from '#core/content/content-facts.ts'
import type { ContentField, ContentKind } from '#core/content/content-kinds.ts'
import { importPack, type ImportOptions } from '#content/import/import-pack.ts'
import { touched, type Changes } from '#content/import/sync.ts'
import { ConflictError, conflictLine } from '#content/import/two-sides/conflicts.ts'
import type { Pack } from '#content/pack.ts'
import { readPack } from '#content/read/read-pack.ts'
import type { Db } from '#db/database.ts'
import { HOUR, indianTime, MINUTE } from '#lib/both/time/clock.ts'
import { folderStore } from '#providers/files/folder-store.ts'
import { freshDatabase, type FreshDatabase } from '../api/database.ts'
import { learningPack } from './learning-pack.ts'
import { PACK_READ, without, writePackBelow, type PackFiles } from './pack.ts'
import { publications } from './publications.ts'

/** A pack with one of everything, without learners. */
export const files: PackFiles = {
  ...without(without(learningPack(), 'learners.yaml'), 'courses/alpha/discussion.yaml'),
  ...publications(),
  'splashes.yaml': `- key: mock
  image: media/thumb.svg
  alt: A desk
  title: A mock
  success: Good choice!
`,
}

/** A live class of the pack. */
export const doubts = { kind: 'live_class', key: 'doubts' } as const

/** The content of a test file: before each test the pack has been imported, and staff have changed nothing. */
export function contentOfTwoSides() {
  let opened: FreshDatabase
  let now: number
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-packs-'))
  const packs = new Map<string, Pack>()
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Reads each pack once: an import leaves it as it was. */
  const packOf = async (given: PackFiles): Promise<Pack> => {
    const name = JSON.stringify(given)
    const pack = packs.get(name) ?? (await readPack(writePackBelow(folder, given), PACK_READ))
    packs.set(name, pack)
    return pack
  }

  /** Imports a pack, or one that stands in a folder, a minute after the one before. */
  const bring = async (given: PackFiles | string, options: Partial<ImportOptions> = {}) => {
    const pack = typeof given === 'string' ? await readPack(given, now) : await packOf(given)
    now += MINUTE
    return (await importPack(opened.db, pack, { files: folderStore(opened), now, learners: false, ...options }))!
  }

  beforeEach(async () => {
    opened = await freshDatabase()
    now = PACK_READ
    await bring(files)
  })
  afterEach(() => opened.close())

  /** What staff do in the console. */
  const staff = <Kind extends ContentKind>(
    entry: { kind: Kind; key: string; fields: readonly ContentField<Kind>[] },
    write: (tx: Db) => Promise<unknown>,
  ): Promise<number> =>
    opened.db.transaction().execute(async (tx) => {
      await lockContent(tx)
      await write(tx)
      return markChanged(tx, { ...entry, who: 'Divya', now })
    })

  return {
    opened: () => opened,
    bring,
    staff,
    /** Why an import is refused, a line for each conflict. */
    refusal: async (given: PackFiles | string): Promise<string[]> => {
      try {
        await bring(given)
      } catch (error) {
        if (error instanceof ConflictError) return error.conflicts.map(conflictLine)
        throw error
      }
      return []
    },
    /** Staff give the live class another title and another time. */
    moveClass: (at = indianTime(2026, 3, 9, 17)) =>
      staff({ ...doubts, fields: ['starts', 'ends', 'title'] }, (tx) =>
        tx
          .updateTable('live_classes')
          .set({ title: 'Doubts, at five', starts_at: at, starts_rule: null, ends_at: at + HOUR, ends_rule: null })
          .where('key', '=', doubts.key)
          .execute(),
      ),
    marks: () => readMarks(opened.db),
    classes: () =>
      opened.db
        .selectFrom('live_classes')
        .where('retired', '=', 0)
        .select(['key', 'title', 'starts_rule'])
        .orderBy('key')
        .execute(),
  }
}

/** What an import changed, by the names of its results. */
export const changesOf = (result: object) =>
  Object.entries(result).flatMap(([name, changes]) =>
    typeof changes === 'object' && 'added' in changes && touched(changes as Changes) ? [name] : [],
  )
