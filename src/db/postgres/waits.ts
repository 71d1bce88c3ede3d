import type { Driver } from 'kysely'

/**
 * Adds up how long callers wait for a connection. With a pooler between, that is where its own queue shows: it takes a new
 * connection at once, and lets what is asked on it first wait until PostgreSQL has room.
 * @returns `of` watches a driver; `waited` tells the sum in milliseconds, with those who waited in vain
 */
export function watchWaits(): { of: (driver: Driver) => Driver; waited: () => number } {
  let sum = 0
  const of = (driver: Driver) => {
    const acquire = driver.acquireConnection.bind(driver)
    driver.acquireConnection = async (...given) => {
      const from = performance.now()
      try {
        return await acquire(...given)
      } finally {
        sum += performance.now() - from
      }
    }
    return driver
  }
  return { of, waited: () => sum }
}
