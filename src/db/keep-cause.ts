import type { Driver } from 'kysely'

/**
 * Lets a transaction that failed say why: undoing it fails, too, where the connection is gone or the database has undone
 * it already, and would hide the cause. A connection that could not be brought to order is not used again.
 */
export function keepCause(driver: Driver): Driver {
  const rollback = driver.rollbackTransaction.bind(driver)
  driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {})
  return driver
}
