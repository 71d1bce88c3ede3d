import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#core/config.ts'
import { fileStoreFor } from '#core/outside/choose-files.ts'
import { nameOf as storedAs } from '#providers/files/names.ts'
import { startS3, type S3Server } from '../../../tests/support/outside/s3-server.ts'
import { copyFiles, countFiles } from './files.ts'

const picture = `media/${await storedAs(Buffer.from('picture'), 'webp')}`
const lecture = `private/${await storedAs(Buffer.from('lecture'), 'mp4')}`

let root: string
let s3: S3Server

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'padavu-files-'))
  s3 = await startS3()
  for (const folder of ['media', 'private']) mkdirSync(path.join(root, folder))
  for (const [name, content] of Object.entries({ [picture]: 'picture', [lecture]: 'lecture' }))
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

describe('the copy of files', () => {
  it.each(['bucket', 'folder'] as const)('brings each to a %s under the name that rows know', async (kind) => {
    expect(await copy(kind)).toEqual({ files: 2, bytes: 14, leftOut: [], damaged: [], broken: [] })
    const store = target(kind)
    const found = await store.openPrivate(nameOf(lecture))
    expect(await text(found!.stream(0, found!.size - 1))).toBe('lecture')
    expect((await store.openPublic(nameOf(picture)))?.size).toBe(7)
  })

  it('sends nothing again that is there', async () => {
    await copy()
    s3.requests.length = 0
    expect(await copy()).toMatchObject({ files: 2, broken: [] })
    expect(s3.requests.filter((request) => request.startsWith('PUT'))).toEqual([])
  })

  it('replaces what is there of other length, and names what differs by one byte', async () => {
    await copy()
    const object = s3.objects.get(`padavu-files/${picture}`)!
    object.bytes = Buffer.from('pictures')
    expect(await copy()).toMatchObject({ files: 2, broken: [] })
    // The service has lost a byte of what it noted as whole.
    s3.objects.get(`padavu-files/${picture}`)!.bytes = Buffer.from('pictura')
    expect(await copy()).toMatchObject({ files: 1, broken: [picture] })
  })

  it.each(['bucket', 'folder'] as const)('brings no file to a %s that is damaged here, and names it', async (kind) => {
    writeFileSync(path.join(root, lecture), '')
    expect(await copy(kind)).toMatchObject({ files: 1, damaged: [lecture], broken: [] })
    expect(await target(kind).check('private', nameOf(lecture))).toBe('missing')
  })

  it('leaves out what no row can name, and says so', async () => {
    writeFileSync(path.join(root, 'media', 'upload.png.1234.part'), 'half')
    expect(await copy()).toMatchObject({ files: 2, leftOut: ['media/upload.png.1234.part'] })
    expect(await countFiles(root)).toBe(2)
  })
})
