import { sql, type Kysely } from 'kysely'

/** What a learner has bought is counted, and read a page at a time, in the order of its time. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createIndex('purchases_made')
    .on('purchases')
    .columns(['user_id', 'created_at', 'id'])
    .where(sql.ref('payment_status'), '!=', sql.lit('pending'))
    .execute()
}
