import { expect, test } from 'vitest'
import { boundedMemory, memoryOfEach } from './bounded-memory.ts'

const letters = (text: string) => () => Promise.resolve({ text })

/** Room for two short values and what it takes to keep them. */
const TWO = 1200

test('what is kept is read once, by all who ask at the same moment', async () => {
  const memory = boundedMemory<{ text: string }>(TWO, ({ text }) => text.length)
  let reads = 0
  const read = () => {
    reads += 1
    return Promise.resolve({ text: 'a' })
  }
  const both = await Promise.all([memory('one', read), memory('one', read)])
  expect(both).toEqual([{ text: 'a' }, { text: 'a' }])
  expect(await memory('one', read)).toEqual({ text: 'a' })
  expect(reads).toBe(1)
})

test('what does not fit goes, the least recently used first', async () => {
  const memory = boundedMemory<{ text: string }>(TWO, ({ text }) => text.length)
  await memory('one', letters('1234'))
  await memory('two', letters('1234'))
  await memory('one', letters('other'))
  await memory('three', letters('1234'))
  expect(await memory('one', letters('anew'))).toEqual({ text: '1234' })
  expect(await memory('two', letters('anew'))).toEqual({ text: 'anew' })
})

test('what is empty takes room, too', async () => {
  const memory = boundedMemory<{ text: string }>(TWO, ({ text }) => text.length)
  for (const key of ['one', 'two', 'three']) await memory(key, letters(''))
  expect(await memory('one', letters('anew'))).toEqual({ text: 'anew' })
})

test('what is larger than all room is given and not kept', async () => {
  const memory = boundedMemory<{ text: string }>(TWO, ({ text }) => text.length)
  const long = 'x'.repeat(TWO)
  expect(await memory('one', letters(long))).toEqual({ text: long })
  expect(await memory('one', letters('5'))).toEqual({ text: '5' })
})

test('what could not be read is tried again', async () => {
  const memory = boundedMemory<{ text: string }>(TWO, ({ text }) => text.length)
  await expect(memory('one', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await memory('one', letters('back'))).toEqual({ text: 'back' })
})

test('each database has a memory of its own', async () => {
  const memoryOf = memoryOfEach<object, { text: string }>(() => boundedMemory(TWO, ({ text }) => text.length))
  const [here, there] = [{}, {}]
  await memoryOf(here)('one', letters('here'))
  expect(await memoryOf(there)('one', letters('there'))).toEqual({ text: 'there' })
  expect(await memoryOf(here)('one', letters('anew'))).toEqual({ text: 'here' })
})
