import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#api/config.ts'
import { fileStoreFor } from '#providers/files/choose.ts'
import { startS3, type S3Server } from '../../../tests/support/s3-server.ts'
import { copyFiles, countFiles } from './files.ts'

const picture = 'media/00112233445566778899aabbccddeeff.webp'
const lecture = 'private/ffeeddccbbaa99887766554433221100.mp4'
const empty = 'media/11111111111111111111111111111111.vtt'

let root: string
let s3: S3Server

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'padavu-files-'))
  s3 = await startS3()
  for (const folder of ['media', 'private']) mkdirSync(path.join(root, folder))
  for (const [name, content] of Object.entries({ [picture]: 'picture', [lecture]: 'lecture', [empty]: '' }))
    writeFileSync(path.join(root, name), content)
})
afterEach(async () => {
  await s3.close()
  rmSync(root, { recursive: true })
})

/** The bucket, or another data folder. */
const target = (kind: 'bucket' | 'folder') =>
  fileStoreFor(readConfig(kind === 'bucket' ? s3.settings : { DATA_DIR: path.join(root, 'other') }))

const copy = (kind: 'bucket' | 'folder' = 'bucket') => copyFiles(root, target(kind), () => {})

const nameOf = (file: string) => path.basename(file)

describe('the copy of files', { timeout: 30_000 }, () => {
  it.each(['bucket', 'folder'] as const)('brings each to a %s under the name that rows know', async (kind) => {
    expect(await copy(kind)).toEqual({ files: 3, bytes: 14, leftOut: [], broken: [] })
    const store = target(kind)
    const found = await store.openPrivate(nameOf(lecture))
    expect(await text(found!.stream(0, found!.size - 1))).toBe('lecture')
    expect((await store.openPublic(nameOf(picture)))?.size).toBe(7)
    expect((await store.openPublic(nameOf(empty)))?.size).toBe(0)
  })

  it('sends nothing again that is there', async () => {
    await copy()
    s3.requests.length = 0
    expect(await copy()).toMatchObject({ files: 3, broken: [] })
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toEqual([])
  })

  it.each([
    ['one byte', 'pictura'],
    ['its length', 'pictures'],
  ])('names a file that differs from what is there by %s', async (_, content) => {
    await copy()
    s3.objects.get(`padavu-files/${picture}`)!.bytes = Buffer.from(content)
    expect(await copy()).toMatchObject({ files: 2, broken: [picture] })
  })

  it('leaves out what no row can name, and says so', async () => {
    writeFileSync(path.join(root, 'media', 'upload.png.1234.part'), 'half')
    expect(await copy()).toMatchObject({ files: 3, leftOut: ['media/upload.png.1234.part'] })
    expect(await countFiles(root)).toBe(3)
  })
})
