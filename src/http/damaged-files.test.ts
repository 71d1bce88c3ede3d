import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStore } from '#providers/files/file-store.ts'
import { testApi, type TestApi } from '../../tests/support/api/api.ts'
import { composed } from '../../tests/support/api/composed.ts'
import { packImporter } from '../../tests/support/packs/pack.ts'
import { learningPack } from '../../tests/support/packs/learning-pack.ts'

let api: TestApi
let lines: Record<string, unknown>[]

beforeEach(async () => {
  lines = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
  api = await testApi({}, log)
})
afterEach(() => api.close())

const inFolder = (name: string) => path.join(api.database.dataDir, name)
const told = () =>
  lines.filter(({ msg }) => msg === 'file is damaged').map(({ level, place, name }) => [level, place, name])

interface Stored {
  place: string
  name: string
  address: string
}

/** A public and a private file, each with its address. */
async function stored(): Promise<Stored[]> {
  const { files, links } = api.services
  const address = await files.put(Buffer.from('picture'), 'png')
  const name = await files.putPrivate(Buffer.from('lecture'), 'mp4')
  return [
    { place: 'media', name: path.basename(address), address },
    { place: 'private', name, address: (await links.signer())(name, 'Lecture') },
  ]
}

test.each([
  ['empty', Buffer.alloc(0)],
  ['shorter', Buffer.from('pict')],
  ['of other bytes', Buffer.from('another')],
])(
  'a stored file that is %s is answered with 404 by no cache, whatever part is asked for, and logged once',
  async (_, bytes) => {
    const files = await stored()
    for (const { address } of files) {
      const reply = await api.request(address)
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, expect.stringContaining('max-age')])
    }
    for (const { place, name } of files) writeFileSync(inFolder(`${place}/${name}`), bytes)
    for (const { name, address } of files) {
      const etag = `"${path.parse(name).name}"`
      for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': etag }] as HeadersInit[]) {
        const reply = await api.request(address, { headers })
        expect([reply.status, reply.headers.get('cache-control'), await reply.text()]).toEqual([
          404,
          'no-store',
          'Not found',
        ])
      }
    }
    expect(told()).toEqual(files.map(({ place, name }) => [50, place, name]))
  },
)

test('a file that is whole again is served at once', async () => {
  for (const { place, name, address } of await stored()) {
    const file = inFolder(`${place}/${name}`)
    const bytes = readFileSync(file)
    writeFileSync(file, '')
    expect((await api.request(address)).status).toBe(404)
    writeFileSync(file, bytes)
    expect((await api.request(address)).status).toBe(200)
  }
})

test('what no file has at the place that was asked for is kept by no cache', async () => {
  const [{ address } = { address: '' }] = await stored()
  const reply = await api.request(address, { headers: { range: 'bytes=99-' } })
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([416, 'no-store'])
})

test('a large file that is still being compared is sent, and kept by no cache', async () => {
  const { files } = api.services
  const [{ address, name }, lecture] = (await stored()) as [Stored, Stored]
  const unsure: FileStore['openPublic'] = async () => ({ ...(await files.openPublic(name))!, sure: false })
  const other = composed(api.database, api.clock.now)
  Object.assign(other.services.files, { openPublic: unsure, openPrivate: unsure })
  for (const target of [address, lecture.address]) {
    const reply = await other.app.request(target)
    expect([reply.status, reply.headers.get('cache-control'), await reply.text()]).toEqual([200, 'no-store', 'picture'])
  }
})

test('importing a pack again mends every file of it that a power cut has left empty', async () => {
  const importFiles = packImporter(api.database)
  await importFiles(learningPack())
  const { files } = api.services
  const names = namesOf()
  expect(names.length).toBeGreaterThan(5)
  for (const [place, name] of names) writeFileSync(inFolder(`${place}/${name}`), '')
  await importFiles(learningPack())
  expect(namesOf()).toEqual(names)
  for (const [place, name] of names) expect(await files.check(place, name), name).toBe('good')
})

function namesOf(): ['media' | 'private', string][] {
  return (['media', 'private'] as const).flatMap((place) =>
    readdirSync(inFolder(place)).map((name): ['media' | 'private', string] => [place, name]),
  )
}
