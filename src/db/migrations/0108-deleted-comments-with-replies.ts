import { sql, type Kysely } from 'kysely'
import { createIndexOnline } from '../migrating/online.ts'
import type { Engine } from '../database.ts'

export const online = true

/**
 * Comments of a panel in the order of their time, deleted ones that stand above replies included. `discussions_comments`,
 * without them, stays for servers of the release before and goes a release later.
 */
export async function up(db: Kysely<any>, engine: Engine): Promise<void> {
  await createIndexOnline(db, engine, 'discussions_standing', (index) =>
    index
      .on('discussions')
      .columns(['panel_id', 'created_at', 'id'])
      .where(sql.ref('parent_id'), 'is', sql.lit(null))
      .where(sql.ref('hidden_at'), 'is', sql.lit(null)),
  )
}
