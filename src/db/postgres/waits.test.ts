import type { DatabaseConnection, Driver } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchWaits } from './waits.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('waits for connections are added up, those in vain too', async () => {
  const asked: PromiseWithResolvers<DatabaseConnection>[] = []
  const { of, waited } = watchWaits()
  const driver = of({
    acquireConnection: () => {
      const one = Promise.withResolvers<DatabaseConnection>()
      asked.push(one)
      return one.promise
    },
  } as unknown as Driver)
  const connection = {} as DatabaseConnection

  const first = driver.acquireConnection()
  vi.advanceTimersByTime(300)
  const second = driver.acquireConnection()
  asked[0]!.resolve(connection)
  expect(await first).toBe(connection)
  expect(waited()).toBe(300)

  vi.advanceTimersByTime(8000)
  asked[1]!.reject(new Error('query_wait_timeout'))
  await expect(second).rejects.toThrow('query_wait_timeout')
  expect(waited()).toBe(8300)
})
