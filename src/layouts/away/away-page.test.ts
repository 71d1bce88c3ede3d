import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { formatHex, parse } from 'culori'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { neutralBrand, type BrandColors } from '#core/site/brand.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { awayPage } from './away-page.ts'

const green: BrandColors = {
  light: { primary: '#0b6e4f', content: '#f7fffb' },
  dark: { primary: '#7fd0b0', content: '#04130d' },
  hue: 163,
  vividness: 0.8,
}
const made = (colors: BrandColors | null = null) => awayPage({ name: 'Vidya', brand: { ...neutralBrand, colors } })

/** What stands in an element of the page. */
const within = (html: string, element: 'style' | 'script') =>
  new RegExp(`<${element}>([^]*)</${element}>`).exec(html)![1]!

describe('the page that says that there is no network', () => {
  test("has its brand's colours in both themes, and a policy that lets that style be", () => {
    const { html, headers } = made(green)
    const style = within(html, 'style')
    expect(style).toContain('--mark: #0b6e4f; --on: #f7fffb')
    // Chosen, and by the system.
    expect(style.match(/--mark: #7fd0b0; --on: #04130d/g)).toHaveLength(2)
    expect(headers['content-security-policy']).toContain(createHash('sha256').update(style).digest('base64'))
  })

  test('has those of the style sheet where there is no brand', () => {
    const css = readFileSync('src/styles/base.css', 'utf8')
    const both = (name: string) =>
      [...css.matchAll(new RegExp(`  --${name}: (oklch[^;]+);`, 'g'))].map(([, color]) => formatHex(parse(color!)))
    const [marks, ons] = [both('color-primary'), both('color-primary-content')]
    for (const theme of [0, 1])
      expect(within(made().html, 'style')).toContain(`--mark: ${marks[theme]}; --on: ${ons[theme]}`)
  })
})

interface Part {
  textContent: string
  click?: () => void
}

/** The page's script in a page and with a network of the test's own; `said` is all that its status came to say. */
function running(network: () => Promise<{ status: number }>) {
  const said: string[] = []
  const state: Part = {
    get textContent() {
      return said.at(-1) ?? ''
    },
    set textContent(text) {
      said.push(text)
    },
  }
  const parts: Record<string, Part> = { state, title: { textContent: '' }, again: { textContent: '' } }
  const element = (id: string) => ({
    get textContent() {
      return parts[id]!.textContent
    },
    set textContent(text: string) {
      parts[id]!.textContent = text
    },
    addEventListener: (_: string, listener: () => void) => (parts[id]!.click = listener),
  })
  const listeners: Record<string, () => void> = {}
  const listen = (type: string, listener: () => void) => (listeners[type] = listener)
  const page = {
    document: {
      documentElement: { dataset: {} },
      cookie: '',
      hidden: false,
      getElementById: element,
      addEventListener: listen,
    },
    navigator: { onLine: true },
    location: { href: 'https://site.test/search', reload: vi.fn<() => void>() },
    localStorage: { getItem: () => null },
    addEventListener: listen,
    fetch: vi.fn<typeof network>(network),
  }
  new Function(...Object.keys(page), within(made().html, 'script'))(...Object.values(page))
  return { said, page, listeners, tryAgain: () => parts.again!.click!() }
}

describe('while it waits for a network', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const away = () => Promise.reject(new TypeError('Failed to fetch'))
  /** A network whose answers the test gives, one after the other. */
  const slow = () => new Promise<never>((_, fail) => setTimeout(() => fail(new TypeError('Failed to fetch')), SECOND))

  test('says nothing of the tries that it makes by itself', async () => {
    const { said, page, listeners } = running(away)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    listeners.online!()
    listeners.visibilitychange!()
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(page.fetch.mock.calls.length).toBeGreaterThan(4)
    expect(said).toEqual([])
  })

  test('says of a try by hand that it is made and what came of it', async () => {
    const { said, tryAgain } = running(away)
    tryAgain()
    await vi.advanceTimersByTimeAsync(20 * SECOND)
    expect(said).toEqual(['Trying to connect…', 'Not connected yet.'])
  })

  test('says so too of a try that was under way when it was asked for', async () => {
    const { said, page, tryAgain } = running(slow)
    await vi.advanceTimersByTimeAsync(2.5 * SECOND)
    expect(page.fetch).toHaveBeenCalledTimes(1)
    tryAgain()
    expect(said).toEqual(['Trying to connect…'])
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(page.fetch).toHaveBeenCalledTimes(1)
    expect(said).toEqual(['Trying to connect…', 'Not connected yet.'])
  })

  test('opens the page that was wanted as soon as there is an answer', async () => {
    const { page } = running(async () => ({ status: 404 }))
    await vi.advanceTimersByTimeAsync(3 * SECOND)
    expect(page.location.reload).toHaveBeenCalledOnce()
  })
})
