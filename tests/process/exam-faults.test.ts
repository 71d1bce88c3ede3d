import { expect, test } from 'vitest'
import { provoke } from '../faults/storm.ts'

/** The same exam hall with every run; the moments of the kills differ all the same, by the machine's doing. */
const SEED = 20_260_302

test.each(['sqlite', 'postgres'] as const)(
  'no acknowledged answer is lost, and none counted twice, when the server is killed three times during an exam on %s',
  async (engine) => {
    const outcome = await provoke({ engine, attempts: 15, kills: 3, seed: SEED })
    expect(outcome).toMatchObject({ attempts: 15, kills: 3, lost: 0, foreign: 0, doubled: 0, misgraded: 0 })
    expect(outcome).toMatchObject({ refused: 0, stale: 0, unavailable: 0, serverErrors: 0, cutShort: 0 })
    expect(outcome.answered).toBeGreaterThan(0)
  },
)

test('with three servers of which one at a time is killed, nothing acknowledged is lost, the deadline finishes attempts, and who comes to buy and sit an exam gets both once', async () => {
  const scene = { engine: 'postgres', attempts: 10, kills: 3, seed: SEED, processes: 3, travellers: 3 } as const
  const outcome = await provoke(scene)
  expect(outcome).toMatchObject({ attempts: 10, kills: 3, lost: 0, foreign: 0, doubled: 0, misgraded: 0 })
  expect(outcome).toMatchObject({
    travellers: 3,
    wronged: 0,
    refused: 0,
    stale: 0,
    unavailable: 0,
    serverErrors: 0,
    cutShort: 0,
  })
  expect(outcome.answered).toBeGreaterThan(0)
})

test('when PostgreSQL ends connections, restarts, crashes and has a table locked, no process ends, nothing acknowledged is lost, and who comes to buy and sit an exam gets both once', async () => {
  const scene = { engine: 'postgres', attempts: 10, kills: 4, seed: SEED, database: true, travellers: 2 } as const
  const outcome = await provoke(scene)
  expect(outcome).toMatchObject({ attempts: 10, kills: 4, ended: 0, lost: 0, foreign: 0, doubled: 0, misgraded: 0 })
  expect(outcome).toMatchObject({ travellers: 2, wronged: 0, refused: 0, stale: 0, serverErrors: 0, cutShort: 0 })
  expect(outcome.answered).toBeGreaterThan(0)
  // The faults were felt.
  expect(outcome.unavailable).toBeGreaterThan(0)
})
