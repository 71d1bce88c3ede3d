import { expect, it, vi } from 'vitest'
import type { FileStore } from '#providers/files/file-store.ts'
import { logoSource } from './inline-logo.ts'

const address = (digit: string, kind = 'svg') => `/media/${digit.repeat(32)}.${kind}`

/** Files by the first digit of their names. */
function storeOf(files: Record<string, string>) {
  const openPublic = vi.fn(async (name: string) => {
    const text = files[name[0]!]
    if (text === undefined) return undefined
    return { size: text.length, sure: true, stream: () => new Blob([text]).stream() }
  })
  return { openPublic } as Partial<FileStore> as FileStore & { openPublic: typeof openPublic }
}

it('shows a small SVG without a request, and reads it once', async () => {
  const files = storeOf({ a: '<svg/>', b: '<svg></svg>' })
  const inline = (text: string) => `data:image/svg+xml;base64,${btoa(text)}`
  expect(await logoSource(files, address('a'))).toBe(inline('<svg/>'))
  expect(await logoSource(files, address('a'))).toBe(inline('<svg/>'))
  expect(files.openPublic).toHaveBeenCalledTimes(1)
  expect(await logoSource(files, address('b'))).toBe(inline('<svg></svg>'))
})

it('shows other logos by their addresses', async () => {
  const files = storeOf({ a: `<svg>${' '.repeat(2000)}</svg>` })
  for (const one of [address('a'), address('b', 'png'), 'https://cdn.example/logo.svg'])
    expect(await logoSource(files, one)).toBe(one)
})

it('asks again for a file that was missing', async () => {
  const present: Record<string, string> = {}
  const files = storeOf(present)
  expect(await logoSource(files, address('a'))).toBe(address('a'))
  present.a = '<svg/>'
  expect(await logoSource(files, address('a'))).toMatch(/^data:/)
})
