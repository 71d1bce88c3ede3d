import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Store from './popups.store.ts'

const splash = {
  ...{ id: 4, web_image: '/media/a.svg', portrait_image: null, alt: 'Look', title: '', text: '' },
  splash_success: 'Good choice!',
}
const user = { id: 1, token: 'secret', name: 'Anu', registration_completed: 'Y', marketing_splash_id: null }

// Before the imports: the persistent store looks for local storage once, when it is loaded.
const { local, session } = vi.hoisted(() => {
  /** Web Storage: items are properties, as the persistent store expects. */
  const storage = () => {
    const held = Object.create({
      getItem: (key: string) => held[key] ?? null,
      setItem: (key: string, value: string) => void (held[key] = value),
      removeItem: (key: string) => void delete held[key],
    }) as Record<string, string>
    return held as Record<string, string> & Storage
  }
  return { local: storage(), session: storage() }
})

let flag: '0' | '1'
let broken: boolean
let asked: string[]
let store: typeof Store

/** The dashboard as this learner opens it anew. */
async function open(learner: object = user): Promise<void> {
  vi.resetModules()
  asked = []
  local.user = JSON.stringify(learner)
  store = await import('./popups.store.ts')
}

beforeEach(async () => {
  for (const each of [local, session]) for (const key of Object.keys(each)) delete each[key]
  flag = '1'
  broken = false
  vi.stubGlobal('localStorage', local)
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path.replace('/api/v1', ''))
    if (broken) throw new TypeError('Failed to fetch')
    if (path.includes('permission'))
      return Response.json({ status: true, data: { enable_home_page_exam: '1', enable_marketing_splash: flag } })
    return Response.json({ status: true, data: { marketing_splash: [splash, { ...splash, id: 5 }] } })
  })
  await open()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the splash', () => {
  it('is the first of the site, where the learner has not confirmed it', async () => {
    expect(await store.newSplash()).toEqual(splash)
    await open({ ...user, marketing_splash_id: 5 })
    expect(await store.newSplash()).toEqual(splash)
    await open({ ...user, marketing_splash_id: 4 })
    expect(await store.newSplash()).toBeUndefined()
  })

  it('is not asked for where the site has switched splashes off', async () => {
    flag = '0'
    expect(await store.newSplash()).toBeUndefined()
    expect(asked).toEqual([expect.stringContaining('permission')])
  })

  it('that was closed rests for the session, for this learner', async () => {
    store.restSplash(splash)
    await open()
    expect(await store.newSplash()).toBeUndefined()
    await open({ ...user, id: 2 })
    expect(await store.newSplash()).toEqual(splash)
    for (const key of Object.keys(session)) delete session[key]
    await open()
    expect(await store.newSplash()).toEqual(splash)
  })

  it('that is confirmed does not come again, whether the server could note it or not', async () => {
    expect(await store.confirmSplash(splash)).toBe('Good choice!')
    expect(asked.at(-1)).toBe('/user/logmarketingsplash/4')
    expect(JSON.parse(local.user!)).toEqual({ ...user, marketing_splash_id: 4 })
    await open(JSON.parse(local.user!) as object)
    expect(await store.newSplash()).toBeUndefined()

    await open()
    broken = true
    expect(await store.confirmSplash(splash)).toBeUndefined()
    expect(JSON.parse(local.user!)).toEqual({ ...user, marketing_splash_id: 4 })
  })

  it('that cannot be had does not come', async () => {
    broken = true
    expect(await store.newSplash()).toBeUndefined()
  })
})

describe('the preference dialog', () => {
  it('offers what log-in left, until it is closed, and nothing where that is empty', () => {
    local.user_preference = '{"psc":"Kerala PSC"}'
    expect(store.offeredPreferences()).toEqual({ psc: 'Kerala PSC' })
    store.forgetPreferences()
    expect(local.user_preference).toBeUndefined()
    expect(store.offeredPreferences()).toBeUndefined()
    local.user_preference = '{}'
    expect(store.offeredPreferences()).toBeUndefined()
  })
})
