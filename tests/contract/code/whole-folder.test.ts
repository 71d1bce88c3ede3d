import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeWhole } from '../../../scripts/whole-folder.mjs'
import { temporaryFolder } from '../../support/servers/server.ts'

let folder: string
let remove: () => void

beforeEach(() => {
  const made = temporaryFolder()
  folder = path.join(made.folder, 'cache', 'download')
  remove = made.remove
})
afterEach(() => remove())

/** Downloads a file, as far as a test needs one; the folder must be empty. */
const download = (content: string) => async (unfinished: string) => {
  expect(readdirSync(unfinished)).toEqual([])
  writeFileSync(path.join(unfinished, 'file'), content)
  await Promise.resolve()
}
const downloaded = () => readFileSync(path.join(folder, 'file'), 'utf8')
const inCache = () => readdirSync(path.dirname(folder))

test('a run that is killed in the middle of a download leaves nothing that the next one takes for whole', async () => {
  const script = path.resolve('scripts/whole-folder.mjs')
  const killed = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import fs from 'node:fs'
    import { makeWhole } from ${JSON.stringify(script)}
    await makeWhole(${JSON.stringify(folder)}, async (unfinished) => {
      fs.writeFileSync(unfinished + '/file', 'ha')
      console.log('half')
      await new Promise((resolve) => setInterval(resolve, 2 ** 30))
    })`,
  ])
  await once(killed.stdout, 'data')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(existsSync(folder)).toBe(false)
  await makeWhole(folder, download('half and half'))
  expect(downloaded()).toBe('half and half')
})

test('what a killed run with the same process id left is not used', async () => {
  const left = `${folder}.${process.pid}`
  mkdirSync(left, { recursive: true })
  writeFileSync(path.join(left, 'file'), 'ha')
  await makeWhole(folder, download('whole'))
  expect(downloaded()).toBe('whole')
})

test('what killed runs left is removed after a day, and what runs are at work on stays', async () => {
  for (const name of ['old', 'new']) mkdirSync(`${folder}.${name}`, { recursive: true })
  const yesterday = Date.now() / 1000 - 25 * 3600
  utimesSync(`${folder}.old`, yesterday, yesterday)
  await makeWhole(folder, download('whole'))
  expect(inCache().sort()).toEqual(['download', 'download.new'])
})

test('a download that fails leaves nothing, and the next run tries again', async () => {
  await expect(makeWhole(folder, () => Promise.reject(new Error('No network')))).rejects.toThrow('No network')
  expect(inCache()).toEqual([])
  await makeWhole(folder, download('whole'))
  await makeWhole(folder, () => Promise.reject(new Error('Downloaded twice')))
  expect(downloaded()).toBe('whole')
})

test('of two runs at the same time one folder stays, and both succeed', async () => {
  const { promise: bothStarted, resolve } = Promise.withResolvers<void>()
  let started = 0
  const slowly = async (unfinished: string) => {
    started += 1
    if (started === 2) resolve()
    await bothStarted
    await download('whole')(unfinished)
  }
  await Promise.all([makeWhole(folder, slowly), makeWhole(folder, slowly)])
  expect(inCache()).toEqual(['download'])
  expect(downloaded()).toBe('whole')
})
