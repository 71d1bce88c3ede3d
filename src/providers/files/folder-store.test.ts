import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../tests/support/servers/server.ts'
import { folderStore } from './folder-store.ts'

const { folder, remove } = temporaryFolder()
/** Handles of files that were read. */
const handles = new Set<FileHandle>()
let fails = false

beforeEach(async () => {
  const handle = await open(path.join(folder, 'any'), 'w')
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const read = prototype.read as (...given: unknown[]) => unknown
  vi.spyOn(prototype, 'read').mockImplementation(function (this: FileHandle, ...given: unknown[]) {
    handles.add(this)
    return fails ? Promise.reject(new Error('a failing disk')) : read.apply(this, given)
  } as never)
})

afterEach(() => {
  vi.restoreAllMocks()
  remove()
})

test('closes a file whose viewer leaves while it is opened or read, and one that cannot be read', async () => {
  const store = folderStore({ dataDir: folder })
  const bytes = Buffer.alloc(600_000, 'x')
  const file = (await store.openPrivate(await store.putPrivate(bytes, 'pdf')))!
  const view = () => file.stream(0, bytes.length - 1)
  handles.clear()

  const atOnce = view().getReader()
  const first = atOnce.read()
  // The stream begins within microtasks, and no file is open before they end.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  await Promise.all([atOnce.cancel(), first])

  const later = view().getReader()
  expect((await later.read()).value!.length).toBeGreaterThan(0)
  const second = later.read()
  await Promise.all([later.cancel(), second])

  expect((await new Response(view()).arrayBuffer()).byteLength).toBe(bytes.length)
  fails = true
  await expect(new Response(view()).arrayBuffer()).rejects.toThrow('a failing disk')

  await expect.poll(() => [...handles].map(({ fd }) => fd)).toEqual([-1, -1, -1, -1])
})
