import type { Db } from '#db/database.ts'

/** Lets a notification wait before it is pushed, in the transaction that sends it: what tells a slip can be taken back first. */
export async function holdPushes(tx: Db, notificationId: number, until: number): Promise<void> {
  await tx.updateTable('push_deliveries').set({ due_at: until }).where('notification_id', '=', notificationId).execute()
}
