import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMarks } from '#core/content/content-changes.ts'
import { listWork } from '#core/staff/staff-log.ts'
import { storePicture } from '#features/authoring/staff/authoring.contract.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { brandedPack } from '../../../../../tests/support/packs/branded-pack.ts'
import { fileOf, photo } from '../../../../../tests/support/packs/images.ts'
import { PACK_READ, packImporter, packProblems, smallPack } from '../../../../../tests/support/packs/pack.ts'
import { getAppBanner, getPermissions, logMarketingSplash } from '../../dashboard.contract.ts'
import { MOST_SPLASHES } from '../splash.rules.ts'
import * as contracts from '../splashes.contract.ts'

/** Longer than a process believes what it read of the site. */
const SITE_BELIEVED = 2 * SECOND

let api: TestApi
let staff: TestStaff
let wide: string
let tall: string

const ofPack = (key: string, more = '') =>
  `- { key: ${key}, image: media/thumb.svg, alt: A desk, title: ${key}, success: Good${more} }\n`

beforeAll(async () => {
  api = await testApi()
  api.clock.set(PACK_READ)
  await packImporter(api.database)({ ...brandedPack(), 'splashes.yaml': ofPack('mock') + ofPack('next') })
  staff = await api.staff('author')
  const picture = fileOf(await photo())
  const store = async (shape: 'wide' | 'tall') =>
    (await api.call(storePicture, { body: { picture, shape } }, { staff })).body.address
  wide = await store('wide')
  tall = await store('tall')
})
afterAll(() => api.close())

const fields = () => ({ image: wide, portrait: tall, alt: 'A rally', title: 'Rally', text: 'Come.', success: 'Fine!' })
type Fields = Record<keyof ReturnType<typeof fields>, unknown>

const make = (more: Partial<Fields> = {}) =>
  api.call(contracts.makeSplash, { body: { ...fields(), ...more } as never }, { staff })
const list = async (state: 'used' | 'withdrawn' = 'used') =>
  (await api.call(contracts.listSplashes, { query: { state } }, { staff })).body
const titles = async () => (await list()).data.map(({ title }) => title)
const one = async (title: string) => (await list()).data.find((splash) => splash.title === title)!
const move = async (title: string, to: 'up' | 'down') =>
  (await api.call(contracts.moveSplash, { body: { id: (await one(title)).id, to } }, { staff })).status
/** What learners get, once every process knows of the change. */
const shown = async () => {
  api.clock.advance(SITE_BELIEVED)
  return (await api.call(getAppBanner)).body.data.marketing_splash
}
const seen = async () => (await shown()).map(({ title }) => title)
const log = async () => (await listWork(api.services.db, { page: 1 })).entries[0]!

test('a splash made in the console waits behind the others, says what it says, and leaves the brand as it is', async () => {
  const { brand } = await api.services.site()
  expect(brand.shortName).toBe('Thinkal')
  expect((await make()).status).toBe(200)
  expect((await shown()).at(-1)).toMatchObject({
    ...{ title: 'Rally', text: 'Come.', web_image: wide, portrait_image: tall, splash_success: 'Fine!' },
  })
  expect(await titles()).toEqual(['mock', 'next', 'Rally'])
  expect((await api.services.site()).brand).toEqual(brand)
  expect(await log()).toMatchObject({ action: 'splash made', after: { portrait: tall, title: 'Rally' } })
})

describe('what a pack refuses of a splash the console refuses, and the other way round', () => {
  const long = (most: number) => 'x'.repeat(most)
  test.each<[string, Partial<Fields>, string | undefined]>([
    ['a text that is too long', { text: long(301) }, 'text'],
    ['a title that is too long', { title: long(81) }, 'title'],
    ['no alternative', { alt: '' }, 'alt'],
    ['an alternative that is too long', { alt: long(301) }, 'alt'],
    ['no words of success', { success: '' }, 'success'],
    ['words of success that are too long', { success: long(201) }, 'success'],
    ['no picture', { image: 'media/none.svg' }, 'image'],
    ['a picture that is tall', { image: 'media/tall.svg' }, 'image'],
    ['a portrait that is wide', { portrait: 'media/thumb.svg' }, 'portrait'],
  ])('%s', async (_, more, field) => {
    const stored: Record<string, string> = { 'media/tall.svg': tall, 'media/thumb.svg': wide }
    const here = Object.entries(more).map(([name, value]) => [name, stored[String(value)] ?? value])
    const { status, body } = await make(Object.fromEntries(here) as Partial<Fields>)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
    const entry = { key: 'it', ...fields(), image: 'media/thumb.svg', portrait: 'media/tall.svg', ...more }
    const pack = {
      ...smallPack(),
      'media/tall.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 120"/>\n',
    }
    expect(await packProblems({ ...pack, 'splashes.yaml': `- ${JSON.stringify(entry)}\n` })).toHaveLength(1)
    const good = { ...entry, ...fields(), image: 'media/thumb.svg', portrait: 'media/tall.svg' }
    expect(await packProblems({ ...pack, 'splashes.yaml': `- ${JSON.stringify(good)}\n` })).toEqual([])
  })

  test('more than there may be', async () => {
    const yaml = Array.from({ length: MOST_SPLASHES + 1 }, (_, index) => ofPack(`splash-${index}`)).join('')
    expect((await packProblems({ ...smallPack(), 'splashes.yaml': yaml })).length).toBe(1)
    const answers = []
    for (let index = (await list()).data.length; index <= MOST_SPLASHES; index += 1)
      answers.push((await make({ title: `More ${index}` })).status)
    expect([answers.indexOf(409), answers.length]).toEqual([answers.length - 1, answers.length])
    const { id: first } = await one('More 5')
    await api.call(contracts.withdrawSplash, { body: { id: first } }, { staff })
    expect((await make({ title: 'More' })).status).toBe(200)
    expect((await api.call(contracts.restoreSplash, { body: { id: first } }, { staff })).status).toBe(409)
    for (const { id, title } of (await list()).data)
      if (title.startsWith('More')) await api.call(contracts.withdrawSplash, { body: { id } }, { staff })
    expect((await list('withdrawn')).next).toEqual(expect.any(Number))
  })
})

test('the second of two who change a splash is told what it says now', async () => {
  const splash = await one('Rally')
  const change = (text: string) => api.call(contracts.changeSplash, { body: { ...splash, text } }, { staff })
  const first = await change('Of the first.')
  expect(first.body.splash).toMatchObject({ text: 'Of the first.', portrait: tall })
  const second = await change('Of the second.')
  expect([second.status, second.body.code, second.body.errors?.text]).toEqual([409, 'edited', 'Of the first.'])
})

test('splashes are moved past those that are there, withdrawn and brought back to their place', async () => {
  expect(await titles()).toEqual(['mock', 'next', 'Rally'])
  expect(await move('Rally', 'up')).toBe(200)
  expect(await seen()).toEqual(['mock', 'Rally', 'next'])
  expect(await log()).toMatchObject({ action: 'splash moved', before: { place: 3 }, after: { place: 2 } })
  const { id } = await one('Rally')
  await api.call(contracts.withdrawSplash, { body: { id } }, { staff })
  expect(await move('next', 'up')).toBe(200)
  expect(await seen()).toEqual(['next', 'mock'])
  expect([await move('next', 'up'), await move('mock', 'down')]).toEqual([409, 409])
  await api.call(contracts.restoreSplash, { body: { id } }, { staff })
  expect(await seen()).toEqual(['next', 'Rally', 'mock'])
  expect(await readMarks(api.services.db)).toEqual(
    expect.arrayContaining([{ kind: 'splash', key: 'next', fields: ['order'] }]),
  )
})

test('learners who are interested are counted, once each', async () => {
  const { id } = await one('next')
  for (const { token } of [await api.learner(), await api.learner()])
    for (let times = 0; times < 2; times += 1) await api.call(logMarketingSplash, { params: { id } }, { token })
  expect([(await one('next')).interested, (await one('mock')).interested]).toEqual([2, 0])
})

test('learners see splashes where they are switched on, and none where they are not', async () => {
  const { token } = await api.learner()
  const isOn = async () => {
    api.clock.advance(SITE_BELIEVED)
    return [(await list()).enabled, (await api.call(getPermissions, {}, { token })).body.data.enable_marketing_splash]
  }
  const turn = (on: boolean) => api.call(contracts.switchSplashes, { body: { on } }, { staff })
  expect(await isOn()).toEqual([false, '0'])
  expect((await turn(true)).status).toBe(200)
  expect(await isOn()).toEqual([true, '1'])
  expect(await log()).toMatchObject({ action: 'splashes switched on', after: { enable_marketing_splash: 1 } })
  expect(await readMarks(api.services.db)).toContainEqual({ kind: 'site', key: 'site', fields: ['flags'] })
  await turn(false)
  expect(await isOn()).toEqual([false, '0'])
})
