import { expect, test } from 'vitest'
import type { FileStore } from '#providers/files/file-store.ts'
import { renderWritten } from './written-text.ts'

const pathOf = (number: number) => `media/${String(number).padStart(32, '0')}.webp`

/** A store without files that lists what it was asked for, and answers when the test says so. */
function storeOfNothing(answer: () => Promise<void> = async () => {}) {
  const asked: string[] = []
  const openPublic: FileStore['openPublic'] = async (name) => {
    asked.push(`media/${name}`)
    await answer()
    return undefined
  }
  return { asked, files: { openPublic } }
}

const write = (files: Pick<FileStore, 'openPublic'>, text: string, signal = new AbortController().signal) =>
  renderWritten(
    { files: files as FileStore, staff: { id: 7 } as never, signal: () => signal },
    { field: 'text', name: 'text', text },
  )

test('a file that a text names many times is looked up once, although it is missing', async () => {
  const { asked, files } = storeOfNothing()
  const text = `![A](${pathOf(1)})\n\n`.repeat(50) + `![B](${pathOf(2)})`
  await expect(write(files, text)).rejects.toMatchObject({ status: 422 })
  expect(asked).toEqual([pathOf(1), pathOf(2)])
})

test('files of a text are looked up when the text has its turn, and no longer than its caller waits', async () => {
  const left = new AbortController()
  const [begun, begin] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = storeOfNothing(() => {
    begun.resolve()
    return begin.promise
  })
  const second = storeOfNothing()
  const text = [1, 2, 3].map((number) => `![A](${pathOf(number)})`).join('\n')
  const abandoned = expect(write(first.files, text, left.signal)).rejects.toMatchObject({ status: 408 })
  await begun.promise
  const waiting = expect(write(second.files, text)).rejects.toMatchObject({ status: 422 })
  await new Promise(setImmediate)
  expect([first.asked.length, second.asked.length]).toEqual([1, 0])
  left.abort()
  begin.resolve()
  await Promise.all([abandoned, waiting])
  expect([first.asked.length, second.asked.length]).toEqual([1, 3])
})
