import type { Page } from '@playwright/test'
import { generate, parse, walk, type CssNode } from 'css-tree'
import { compat, featuresBelow, isNewer } from '../browsers/compat.ts'
import { newerInStyle } from '../browsers/newer-styles.ts'

/** Names that a page itself would take from the browser, which no browser lets go. */
interface Missing {
  /** Interfaces and functions of every page. */
  globals: string[]
  /** Members of an interface: of its objects, or of itself. */
  members: [owner: string, name: string][]
}

/** Script features that one of the oldest browsers lacks, according to MDN's data. */
function missing(): Missing {
  const found: Missing = { globals: [], members: [] }
  // Chromium goes on to ask for trusted types, by the policy of the page.
  const owners = [...featuresBelow(compat.api), ...featuresBelow(compat.javascript.builtins!)].filter(
    ([name]) => !/trusted/i.test(name),
  )
  for (const [owner, feature] of owners) {
    if (isNewer(feature)) found.globals.push(owner)
    else
      for (const [name, member] of featuresBelow(feature))
        if (isNewer(member) && !/trusted/i.test(name)) {
          if (owner === 'Window') found.globals.push(name)
          else found.members.push([owner, name])
        }
  }
  return found
}

/** Runs in the page, before its own scripts. */
function take({ globals, members }: Missing): void {
  const all = globalThis as unknown as Record<string, { prototype?: object } | undefined>
  const drop = (object: object | undefined, name: string) => object && Reflect.deleteProperty(object, name)
  for (const [owner, name] of members) {
    const own = name.replace('_static', '')
    if (own === name) drop(all[owner]?.prototype, name)
    // For the language itself, the data do not tell static members from those of instances.
    if (own !== name || !(name in (all[owner]?.prototype ?? {}))) drop(all[owner], own)
  }
  for (const name of globals) drop(all, name)
}

/** As a browser that does not know them reads style sheets: rules and declarations that have what it lacks are not there. */
function withoutNewer(css: string): string {
  const sheet = parse(css, { parseCustomProperty: true })
  walk(sheet, function (node: CssNode, item, list) {
    if (node.type === 'Atrule' && node.name === 'supports' && node.prelude) {
      const condition = generate(node.prelude)
      // Chromium would say yes.
      if (/^not selector\(:(popover-open|has\(\*\))\)$/.test(condition)) {
        node.name = 'media'
        node.prelude = { type: 'Raw', value: 'all' }
      }
    } else if (node.type === 'Rule' && newerInStyle(`${generate(node.prelude)}{}`).length > 0) list?.remove(item)
    else if (node.type === 'Declaration' && newerInStyle(`a{${generate(node)}}`).length > 0) list?.remove(item)
  })
  // An old browser does not know popovers, so it hides none.
  return `@layer{[popover]{display:block}}${generate(sheet)}`
}

/** Makes a page's browser lack, in scripts, what one of the oldest supported browsers lacks. */
export async function withOldestScripts(page: Page): Promise<void> {
  await page.addInitScript(take, missing())
}

/** The same of style sheets and popovers. A journey with it answers requests itself (`intercepting`). */
export async function withOldestStyles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // Default action of a click on a button with `popovertarget`.
    addEventListener(
      'click',
      (event) => {
        if ((event.target as Element).closest('[popovertarget]')) event.preventDefault()
      },
      true,
    )
  })
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: withoutNewer(await response.text()) })
  })
}
