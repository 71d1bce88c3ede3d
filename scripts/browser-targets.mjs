// @ts-check
// The oldest browsers that the product supports, as `browserslist` of package.json states them
// (docs/decisions/0084-supported-browsers.md).
import fs from 'node:fs'
import path from 'node:path'
import { Features } from 'lightningcss'
import { root } from './fingerprint.mjs'

/** The name that Vite, esbuild and Lightning CSS have for a browser of the list. */
const targetNames = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios_saf: 'ios' }

/**
 * The oldest supported version of each browser.
 * @type {{ browser: keyof typeof targetNames, version: string }[]}
 */
export const oldestBrowsers = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).browserslist.map(
  (/** @type {string} */ query) => {
    const [, browser = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(query) ?? []
    if (!(browser in targetNames))
      throw new Error(`package.json: browserslist has '${query}', not 'BROWSER >= VERSION'`)
    return { browser, version }
  },
)

/** The same as targets of the build, such as `safari16.4`. */
export const targets = oldestBrowsers.map(({ browser, version }) => `${targetNames[browser]}${version}`)

/** Right-to-left rules of daisyUI are left as they are: no page is in such a script, and compiled they are long. */
export const cssFeaturesToKeep = Features.DirSelector

/**
 * Compiles the browser's code for the oldest supported browsers. A plugin does it because Astro overwrites `build.target`.
 * @returns {import('vite').Plugin}
 */
export function browserTargets() {
  return {
    name: 'browser-targets',
    apply: 'build',
    config: () => ({ environments: { client: { build: { target: targets } } } }),
  }
}
