// @ts-check
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './fingerprint.mjs'

/** What imports of icons begin with. */
export const PREFIX = 'virtual:lucide/'

/** What draws each of them. */
export const component = path.join(root, 'src/ui/icon.tsx')

/** What every drawing of the set says, and src/ui/icon.tsx says once for all. */
const shared = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

/** @type {Record<string, { body: string }> | undefined} */
let set

const bodies = () =>
  (set ??= /** @type {NonNullable<typeof set>} */ (
    JSON.parse(fs.readFileSync(fileURLToPath(import.meta.resolve('@iconify-json/lucide/icons.json')), 'utf8')).icons
  ))

/**
 * The elements of a drawing, on a grid of 24 by 24.
 * @param {string} name as in the set: 'circle-check'
 * @returns {[element: string, attributes: Record<string, string>][]}
 * @throws {Error} where the set has no such drawing, or one that has more to it than strokes
 */
export function drawingOf(name) {
  const body = bodies()[name]?.body
  if (!body) throw new Error(`Lucide has no drawing '${name}'`)
  const inside = body
    .replace(/^<g ([^>]*)>(.*)<\/g>$/, (_, said, elements) => (said === shared ? elements : body))
    .replace(` ${shared}`, '')
  /** @type {ReturnType<typeof drawingOf>} */
  const elements = []
  const rest = inside.replace(/<([a-z]+)((?: [a-z\d]+="[^"]*")+)\/>/g, (_, element, attributes) => {
    elements.push([
      element,
      Object.fromEntries([...attributes.matchAll(/ ([a-z\d]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
    ])
    return ''
  })
  if (rest) throw new Error(`Lucide's '${name}' cannot be drawn: ${rest}`)
  return elements
}

/**
 * The icons of islands: `import XIcon from 'virtual:lucide/x'` is a component with the drawing of that name from the set
 * that astro-icon draws from in Astro files, and nothing else of the set. lucide-react would be a second set, and its
 * first icon weighs two kilobytes; of unplugin-icons, which has no such small component, only the lines below would go.
 * @returns {import('vite').Plugin}
 */
export function lucide() {
  return {
    name: 'lucide',
    enforce: 'pre',
    // A copy for each who asks, some dozen bytes: what many share would be a file of its own for browsers to ask for.
    resolveId: (id, importer = '') =>
      id.startsWith(PREFIX) ? `\0${PREFIX}${path.relative(root, importer)}:${id.slice(PREFIX.length)}` : undefined,
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined
      const name = id.slice(id.lastIndexOf(':') + 1)
      const drawing = JSON.stringify(drawingOf(name))
      return `import { icon } from ${JSON.stringify(component)}\nexport default /* @__PURE__ */ icon(${drawing})`
    },
  }
}
