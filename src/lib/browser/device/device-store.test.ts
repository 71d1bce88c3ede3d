import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeTimeInEachTest, passed } from '../../../../tests/support/sitting/browser-time.ts'
import { fakeDatabases, type FakeDatabases } from '../../../../tests/support/sitting/fake-databases.ts'

let page: EventTarget
let databases: FakeDatabases

fakeTimeInEachTest()
beforeEach(() => {
  vi.resetModules()
  page = new EventTarget()
  databases = fakeDatabases()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('indexedDB', databases.indexedDB)
})

/** A page with one store, which another page has written `before`. */
async function openStore(before?: number) {
  const { deviceStore } = await import('./device-store.ts')
  if (before !== undefined) databases.valuesOf('things').set('"before"', before)
  const store = deviceStore<string>('things', 'all')
  return {
    write: (key: string, value: number) => store.set(key, value),
    read: async () => (await store.get(['before']))?.[0],
    readValues: () => store.get(['before']),
    readAll: () => store.entries(),
    remove: (key: string) => store.remove([key]),
  }
}

describe('a store that hangs', () => {
  test.each(['unopened', 'stuck'] as const)('is not read as an empty one (%s)', async (state) => {
    const { readValues, readAll } = await openStore(5)
    databases.state = state
    const found = Promise.all([readValues(), readAll()])
    await passed(2000)
    expect(await found).toEqual([undefined, undefined])
  })

  test.each(['unopened', 'stuck'] as const)('is read through another connection (%s)', async (state) => {
    const { read } = await openStore(5)
    databases.state = state
    void read()
    await passed(2000)
    // The connection of before goes on hanging.
    databases.state = 'well'
    expect(await read()).toBe(5)
    expect(databases.began.filter((each) => each === 'open things')).toHaveLength(2)
  })

  test('that opens after ten seconds is read then', async () => {
    const { read } = await openStore(5)
    databases.state = 'unopened'
    for (let tries = 0; tries < 4; tries++) {
      const found = read()
      await passed(2500)
      expect(await found).toBeUndefined()
    }
    databases.recover()
    expect(await read()).toBe(5)
  })

  test('is asked for no more connections and transactions than browsers can bear', async () => {
    const { read, write } = await openStore()
    databases.state = 'unopened'
    for (let tries = 0; tries < 20; tries++) {
      void read()
      await passed(2000)
    }
    expect(databases.began.length).toBeLessThanOrEqual(5)
    databases.recover()
    await passed(0)
    databases.state = 'stuck'
    const asked = databases.began.length
    for (let tries = 0; tries < 500; tries++) void write('x', tries)
    await passed(2000)
    expect(databases.began.length - asked).toBeLessThanOrEqual(100)
    // And it is still tried.
    await passed(10_000)
    databases.state = 'well'
    expect(await write('x', 1)).toBe(true)
  })

  test('writes nothing that its caller was told is not written, when it opens at last', async () => {
    const { write } = await openStore()
    databases.state = 'unopened'
    const older = write('x', 1)
    await passed(2000)
    expect(await older).toBe(false)
    databases.recover()
    expect(await write('x', 2)).toBe(true)
    await passed(0)
    expect(databases.valuesOf('things').get('"x"')).toBe(2)
  })
})

test('a browser without databases has nothing in them, keeps nothing, and has nothing left to remove', async () => {
  const { read, readAll, write, remove } = await openStore()
  databases.state = 'missing'
  const useAll = () => Promise.all([read(), readAll(), write('x', 1), remove('x')])
  expect(await useAll()).toEqual([undefined, [], false, true])
  vi.stubGlobal('indexedDB', undefined)
  expect(await useAll()).toEqual([undefined, [], false, true])
})

test.each(['full', 'unopened', 'stuck'] as const)('a store that is %s does not confirm a removal', async (state) => {
  const { remove } = await openStore(5)
  databases.state = state
  const removed = remove('before')
  await passed(2000)
  expect(await removed).toBe(false)
})

test('a store that is full keeps nothing, leaves no connection behind, and takes what comes when there is room', async () => {
  const { read, write } = await openStore(5)
  databases.state = 'full'
  for (let tries = 0; tries < 5; tries++) expect(await write('x', tries)).toBe(false)
  await passed(0)
  expect(databases.open).toBe(0)
  databases.state = 'well'
  expect(await write('x', 7)).toBe(true)
  expect([await read(), databases.valuesOf('things').get('"x"')]).toEqual([5, 7])
})

test('a store that answers takes 1,000 uses at once, in their order, with at most 100 transactions at a time', async () => {
  const { write } = await openStore()
  expect(await write('first', 0)).toBe(true)
  databases.state = 'stuck'
  const all = Array.from({ length: 1000 }, (_, count) => write(count < 600 ? `key ${count}` : 'x', count))
  await passed(1000)
  expect(databases.began.filter((each) => each === 'readwrite things')).toHaveLength(1 + 100)
  databases.recover()
  all.push(write('x', 1000))
  await passed(0)
  expect((await Promise.all(all)).filter((written) => !written)).toHaveLength(0)
  expect([databases.valuesOf('things').size, databases.valuesOf('things').get('"x"')]).toEqual([602, 1000])
})

test('a use beyond 1,000 that wait fails at once', async () => {
  const { write } = await openStore()
  databases.state = 'stuck'
  const all = Array.from({ length: 1200 }, (_, count) => write('x', count))
  const failed: number[] = []
  all.forEach((written, count) => void written.then((done) => done || failed.push(count)))
  await passed(0)
  expect(failed[0]).toBeGreaterThanOrEqual(1000)
  await passed(2000)
  expect(failed).toHaveLength(1200)
})

describe('while a page leaves', () => {
  test.each(['beforeunload', 'pagehide', 'visibilitychange', 'freeze'])(
    'no store is used in %s; a page that stays uses it in its next task',
    async (event) => {
      const { read, write } = await openStore(5)
      await read()
      const before = databases.began.length
      let written: Promise<boolean> | undefined
      page.addEventListener(event, () => {
        written = write('x', 1)
        void Promise.resolve().then(read)
      })
      page.dispatchEvent(new Event(event))
      // All that a page does which is gone after the event: promises, and no timer.
      for (let turns = 0; turns < 50; turns++) await Promise.resolve()
      expect(databases.began.slice(before)).toEqual([])
      await passed(1)
      expect(await written).toBe(true)
    },
  )
})
