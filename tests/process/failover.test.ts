import { expect, test } from 'vitest'
import { provoke } from '../faults/storm.ts'

test('when the machine of the primary is lost in the middle of an exam another takes over within 30 s, nothing acknowledged is lost, no process ends, who comes to buy and sit an exam gets both once, and a browser delivers what waited by itself', async () => {
  const outcome = await provoke({
    engine: 'postgres',
    attempts: 10,
    kills: 2,
    seed: 20_261_124,
    travellers: 2,
    cluster: { synchronous: true, browsers: 1, kinds: ['primary lost', 'standby lost'] },
  })
  expect(outcome).toMatchObject({ attempts: 10, kills: 2, ended: 0, lost: 0, foreign: 0, doubled: 0, misgraded: 0 })
  expect(outcome).toMatchObject({ travellers: 2, wronged: 0, refused: 0, stale: 0, serverErrors: 0 })
  expect(outcome.report!.failures).toEqual({ 'missing of browsers': 0, 'primaries lost for longer than 30 s': 0 })
  expect(outcome.report!.facts['answers in browsers']).toBeGreaterThan(0)
  // The fault was felt: a promotion takes longer than nothing.
  expect(outcome.report!.facts['longest silence after a lost primary, s']).toBeGreaterThan(1)
})
