import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { jsonOf } from '#lib/server/stored.ts'

/** Of each script of the built site, the scripts that it imports. */
const importsSchema = z.record(z.string(), z.array(z.string()))
type Imports = z.output<typeof importsSchema>

/**
 * Lets pages name every script that they begin with in their head. By itself a browser learns of an island when it comes
 * to it, of what the island imports when that has come, and so on: on a phone each step is a way to the server and back. All
 * of it has low priority, also what the page starts itself: the page paints by its style sheet alone.
 * @param clientFolder the built site's static files; what they import stands beside them (scripts/chunks.mjs)
 * @returns what adds the names to the HTML of a page
 */
export function preloads(clientFolder: string): (html: string) => string {
  const file = path.join(clientFolder, '..', 'imports.json')
  return withPreloads(z.parse(importsSchema, jsonOf(readFileSync(file, 'utf8'))))
}

/** The same for known imports. */
export function withPreloads(imports: Imports): (html: string) => string {
  return (html) => {
    const named = new Set(scriptsIn(html))
    const needed = new Set(named)
    for (const script of [...needed, ...islandScriptsIn(html)]) needed.add(script)
    for (const script of needed) for (const imported of imports[script] ?? []) needed.add(imported)
    const links = [...needed]
      .filter((script) => !named.has(script))
      .map((script) => `<link rel="modulepreload" fetchpriority="low" href="${script}">`)
    return html
      .replace('</head>', () => `${links.join('')}</head>`)
      .replaceAll('<script type="module" src="/_astro/', '<script type="module" fetchpriority="low" src="/_astro/')
  }
}

/** Module scripts that stand in the page: a browser fetches these as soon as it reads them. */
const scriptsIn = (html: string) =>
  [...html.matchAll(/<script type="module" src="(\/_astro\/[^"]+)"/g)].map(([, script]) => script!)

/** What the islands begin with that start by themselves, seen or not. */
const islandScriptsIn = (html: string) =>
  html
    .split('<astro-island ')
    .slice(1)
    .map((piece) => piece.slice(0, piece.indexOf('>')))
    .filter((attributes) => /\bclient="(?:load|only)"/.test(attributes))
    .flatMap((attributes) => [...attributes.matchAll(/\b(?:renderer|component)-url="([^"]+)"/g)])
    .map(([, script]) => script!)
