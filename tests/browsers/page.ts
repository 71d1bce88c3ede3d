import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { type Driver, PATIENCE } from './drivers/driver.ts'

/** Computes roles and names as browsers do; evaluated in each page that is searched. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Milliseconds between two looks at a page. */
const INTERVAL = 100

/** Text of a name or a page: the whole of it, or what matches. */
export type Wanted = string | RegExp

interface AxeCommons {
  setup: (node: Node) => void
  teardown: () => void
  commons: {
    aria: { getRole: (node: Element) => string | null }
    text: { accessibleText: (node: Element) => string }
    dom: { isVisibleToScreenReaders: (node: Element) => boolean }
  }
}

/** Runs in the page. @returns the visible elements with a role and a name, in the order of the page */
function findByRole(role: string, name: { whole?: string; pattern?: string; flags?: string }): Element[] {
  const { axe } = window as unknown as { axe: AxeCommons }
  axe.teardown()
  axe.setup(document.documentElement)
  const { aria, text, dom } = axe.commons
  const pattern = name.pattern === undefined ? undefined : new RegExp(name.pattern, name.flags)
  const fits = (found: string) => (pattern ? pattern.test(found) : name.whole === undefined || found === name.whole)
  const found = [...document.querySelectorAll('*')].filter(
    (element) =>
      aria.getRole(element) === role &&
      dom.isVisibleToScreenReaders(element) &&
      fits(text.accessibleText(element).trim()),
  )
  axe.teardown()
  return found
}

const asData = (wanted: Wanted | undefined) =>
  wanted instanceof RegExp ? { pattern: wanted.source, flags: wanted.flags } : { whole: wanted }

/** A page of the product in one of the drivers, addressed by what a user sees. Waits for states, never for time. */
export class Page {
  readonly #driver: Driver
  readonly #site: string

  /** @param site URL of the product without a slash at its end */
  constructor(driver: Driver, site: string) {
    this.#driver = driver
    this.#site = site
  }

  open(path: string): Promise<void> {
    return this.#driver.open(this.#site + path)
  }

  reload(): Promise<void> {
    return this.#driver.reload()
  }

  /** Runs a function in the page; it can use nothing but its arguments. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>> {
    return this.#driver.evaluate(String(run), args) as Promise<Awaited<Result>>
  }

  /** @returns how many visible elements have the role and the name */
  async count(role: string, name?: Wanted): Promise<number> {
    return this.#find(`return found.length`, role, name) as Promise<number>
  }

  /** Waits for an element. */
  async see(role: string, name?: Wanted): Promise<void> {
    await this.until(`${role} ${String(name)}`, async () => (await this.count(role, name)) > 0)
  }

  /** Waits for text that is shown somewhere in the page. */
  async seeText(wanted: Wanted): Promise<void> {
    await this.until(`text ${String(wanted)}`, async () => {
      const text = await this.text()
      return wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted)
    })
  }

  text(): Promise<string> {
    return this.evaluate(() => document.body.innerText)
  }

  /** Waits for the first element with the role and the name, and clicks on it. */
  async click(role: string, name?: Wanted): Promise<void> {
    await this.see(role, name)
    await this.#driver.click(this.#source('return found[0]'), [role, asData(name)])
  }

  /** Replaces the text of a field by typing. */
  async fill(role: string, name: Wanted, text: string): Promise<void> {
    await this.see(role, name)
    await this.#find('found[0].focus(); found[0].select()', role, name)
    await this.press(text)
  }

  /** Chooses an option of a select element by its text. */
  async choose(name: Wanted, option: string): Promise<void> {
    await this.see('combobox', name)
    await this.#find(
      `const chosen = [...found[0].options].find(({ text }) => text === ${JSON.stringify(option)})
       found[0].value = chosen.value
       found[0].dispatchEvent(new Event('input', { bubbles: true }))
       found[0].dispatchEvent(new Event('change', { bubbles: true }))`,
      'combobox',
      name,
    )
  }

  /** Types with the keyboard, into the focused element. */
  press(keys: string): Promise<void> {
    return this.#driver.press(keys)
  }

  /** Waits until every island of the page has its script. */
  ready(): Promise<void> {
    return this.until('all islands have started', () =>
      this.evaluate(() => document.readyState === 'complete' && !document.querySelector('astro-island[ssr]')),
    )
  }

  /** Uses another tab of the same browser while this one stays open. */
  inNewTab(use: () => Promise<void>): Promise<void> {
    return this.#driver.inNewTab(use)
  }

  async inFrame(title: string, use: () => Promise<void>): Promise<void> {
    const frame = `() => document.querySelector('iframe[title=${JSON.stringify(title)}]')`
    await this.until(
      `frame ${title}`,
      async () => (await this.#driver.evaluate(`() => (${frame})() !== null`, [])) === true,
    )
    await this.#driver.enterFrame(frame)
    await use()
    await this.#driver.enterFrame()
  }

  /**
   * Waits for a state.
   * @throws Error with the text of the page when it does not come
   */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE
    let problem: unknown
    while (Date.now() < end) {
      // A page that is being replaced answers with an error.
      const so = await isSo().catch((error: unknown) => {
        problem = error
        return false
      })
      if (so) return
      await pause(INTERVAL)
    }
    const text = await this.text().catch((error: unknown) => String(error))
    throw new Error(`Not seen: ${what}. ${problem ? `${String(problem)}. ` : ''}The page shows:\n${text}`)
  }

  #source(then: string): string {
    return `(role, name) => { const found = (${String(findByRole)})(role, name); ${then} }`
  }

  async #find(then: string, role: string, name?: Wanted): Promise<unknown> {
    if (!(await this.evaluate(() => 'axe' in window))) await this.#driver.evaluate(`() => { ${axe} }`, [])
    return this.#driver.evaluate(this.#source(then), [role, asData(name)])
  }
}
