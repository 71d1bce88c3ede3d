import { afterEach, expect, it, vi } from 'vitest'
import { pushState } from './push.browser.ts'

afterEach(() => vi.unstubAllGlobals())

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} Version/18.0 Mobile/15E148 Safari/604.1`
const iPad = `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webKit} CriOS/140.0 Mobile/15E148 Safari/604.1`
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit}`
const touchLaptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/115.0'

it.each([
  ['an iPhone', iPhone, 5, 'needs-home-screen'],
  ['an iPad', iPad, 5, 'needs-home-screen'],
  ['Safari of an iPad that asks for desktop pages', `${mac} Version/18.0 Safari/605.1.15`, 5, 'needs-home-screen'],
  ['Firefox of such an iPad', `${mac} FxiOS/140.0 Safari/605.1.15`, 5, 'needs-home-screen'],
  ['a Mac', `${mac} Version/15.6 Safari/605.1.15`, 0, 'unsupported'],
  ['a laptop with a touch screen', touchLaptop, 10, 'unsupported'],
])('without push %s is told what to do about it', async (_, userAgent, maxTouchPoints, state) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, serviceWorker: {} })
  expect(await pushState('key')).toBe(state)
})
