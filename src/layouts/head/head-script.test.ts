import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { headScript } from './head-script.ts'

/** Runs the script in a browser that has stored this. @returns what it has set on the document */
function ran(stored: unknown, cookie = '') {
  const style = new Map<string, string>()
  const dataset: Record<string, string> = {}
  const heard = new Map<string, (event: object) => void>()
  let loads = 0
  const navigator = { userActivation: { hasBeenActive: false } }
  runInNewContext(headScript, {
    Intl,
    navigator,
    location: { reload: () => void (loads += 1) },
    addEventListener: (type: string, listener: (event: object) => void) => heard.set(type, listener),
    document: {
      cookie,
      documentElement: { dataset, style: { setProperty: (name: string, value: string) => style.set(name, value) } },
      querySelectorAll: () => [],
    },
    localStorage: { getItem: () => JSON.stringify(stored) },
  })
  const happen = (type: string, event: object = {}) => heard.get(type)?.(event)
  return { dataset, initials: style.get('--initials'), navigator, happen, loads: () => loads }
}

const user = { token: 'secret', registration_completed: 'Y', name: 'Asha R. Menon' }

describe('the script in the head', () => {
  it.each([
    ['Asha R. Menon', '"AM"'],
    ['asha', '"A"'],
    ['കൃഷ്ണ മേനോൻ', '"കൃമേ"'],
    ['"; } Quote', '"\\"Q"'],
    [null, '""'],
  ])('knows the initials of %s before anything paints', (name, initials) => {
    expect(ran({ ...user, name })).toMatchObject({ dataset: { signedIn: '' }, initials })
  })

  it('knows none of who is not logged in', () => {
    expect(ran({ ...user, registration_completed: 'N' })).toMatchObject({ dataset: {}, initials: undefined })
    expect(ran(null)).toMatchObject({ dataset: {}, initials: undefined })
  })

  it.each([
    ['an island whose code is lost', 'astro:hydration-error', {}],
    ['a script that is lost', 'error', { target: { localName: 'script', type: 'module' } }],
  ])('marks a page with %s, and loads it anew when the network is back and nobody has touched it', (_, type, event) => {
    const page = ran(null)
    page.happen('online')
    expect([page.dataset, page.loads()]).toEqual([{}, 0])
    page.happen(type, event)
    expect(page.dataset).toEqual({ lost: '' })
    page.navigator.userActivation.hasBeenActive = true
    page.happen('online')
    expect(page.loads()).toBe(0)
    page.navigator.userActivation.hasBeenActive = false
    page.happen('online')
    expect(page.loads()).toBe(1)
  })

  it('knows what is not the page’s own from it: pictures, faults in scripts, scripts of a provider', () => {
    const page = ran(null)
    page.happen('error', { target: { localName: 'img', src: '/media/a.svg' } })
    page.happen('error', { target: { localName: 'script', type: '' } })
    page.happen('error', { target: {} })
    expect(page.dataset).toEqual({})
  })
})
