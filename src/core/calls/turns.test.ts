import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

/** Calls that note when they begin, and end when they are told to. */
function calls(turns: Turns) {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const call = (name: string, rank: 'sooner' | 'later') =>
    turns.take(rank, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    })
  return { begun, call, end: (name: string, error?: Error) => ends.get(name)!(error) }
}

test('as many calls as there are places begin at once; the others follow in the order of rank, then of coming', async () => {
  const { begun, call, end } = calls(new Turns(2))
  const done = [call('a', 'later'), call('b', 'later'), call('c', 'later'), call('d', 'later'), call('e', 'sooner')]
  await nextTurn()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  expect(await done[1]).toBe('b')
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'e'])
  end('a')
  end('e')
  await Promise.all([done[0], done[4]])
  await nextTurn()
  expect(begun).toEqual(['a', 'b', 'e', 'c', 'd'])
})

test('what comes with the next turn of the event loop is looked at before the next call begins', async () => {
  const { begun, call, end } = calls(new Turns(1))
  const first = call('first', 'later')
  void call('second', 'later')
  end('first')
  await first
  expect(begun).toEqual(['first'])
})

test('a call that fails gives its place to the next, and a place that nobody waits for is free', async () => {
  const { begun, call, end } = calls(new Turns(1))
  const failing = call('a', 'sooner')
  const next = call('b', 'later')
  end('a', new Error('away'))
  await expect(failing).rejects.toThrow('away')
  await nextTurn()
  end('b')
  await next
  void call('c', 'later')
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('those that go sooner have no more places than are theirs, and leave the others free', async () => {
  const { begun, call, end } = calls(new Turns(3, 1))
  const first = call('a', 'sooner')
  void call('b', 'sooner')
  void call('c', 'later')
  void call('d', 'later')
  void call('e', 'later')
  await nextTurn()
  expect(begun).toEqual(['a', 'c', 'd'])
  end('a')
  await first
  await nextTurn()
  expect(begun).toEqual(['a', 'c', 'd', 'b'])
  end('c')
  await nextTurn()
  await nextTurn()
  expect(begun).toEqual(['a', 'c', 'd', 'b', 'e'])
})
