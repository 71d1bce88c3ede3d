import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { readExposition, valueOf } from '../../../tests/support/api/exposition.ts'
import { watchConnections } from './process-metrics.ts'

test('connections are told by their state, and waits for them by database, as they are now', async () => {
  const registry = new Registry()
  const primary = { total: 5, idle: 2, waiting: 1, waited: 1500 }
  watchConnections({ primary: () => primary, replica: undefined }, registry)
  const read = async (name: string, labels: Record<string, string>) =>
    valueOf(readExposition(await registry.metrics()), name, { database: 'primary', ...labels })
  const states = ['active', 'idle', 'waiting']
  const connections = () => Promise.all(states.map((state) => read('padavu_db_connections', { state })))
  expect(await connections()).toEqual([3, 2, 1])
  expect(await read('padavu_db_connection_wait_seconds_total', {})).toBe(1.5)
  Object.assign(primary, { waiting: 0, waited: 4000 })
  expect(await connections()).toEqual([3, 2, 0])
  expect(await read('padavu_db_connection_wait_seconds_total', {})).toBe(4)
})
