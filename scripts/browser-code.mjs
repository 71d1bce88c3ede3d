// @ts-check
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { inBrowser, places, serverPackages } from './import-rules.mjs'

/** Beyond the places that end up in a browser: what layouts' scripts import stands beside the layouts. */
const mayReach = [...inBrowser, 'layout', 'styles']

/** The file of a module, of which Vite and Astro make several. @param {string} id */
const fileOf = (id) => id.replace(/[?#].*$/, '')

/** Matches a `<script>` or `<style>` that Astro took out of a file. The browser loads it by this id in development. */
const partForBrowser = /\.astro\?astro&type=(?:script|style)&/

/** @param {string} name of what is imported */
const isServerPackage = (name) =>
  serverPackages.some((pattern) =>
    pattern.endsWith('/*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern || name.startsWith(`${pattern}/`),
  )

/**
 * Keeps the server's code out of browsers by however long a way. The linter judges each import by itself; this sees what is
 * left of them when types are erased, packages and what is loaded later included. A build fails, and the development server
 * answers with the error, which names the chain of imports.
 * @returns {import('vite').Plugin}
 */
export function browserCode() {
  let root = ''
  /** Of each file, the one that imported it first. @type {Map<string, string>} */
  const importers = new Map()

  /** As people name it. @param {string} file */
  const named = (file) => path.relative(root, file).replace(/^.*node_modules\//, '')

  /** The imports that lead there, from the entry on. @param {string} file */
  const chainTo = (file) => {
    const chain = new Set()
    for (let at = /** @type {string | undefined} */ (file); at && !chain.has(at); at = importers.get(at)) chain.add(at)
    return [...chain].reverse().map(named)
  }

  /** The place of a file of src that no browser may have. @param {string} file */
  const serverPlaceOf = (file) => {
    const below = path.relative(root, file)
    const place = places.find(({ pattern }) => [pattern].flat().some((one) => path.matchesGlob(below, one)))
    return place && !mayReach.includes(place.category) ? place.category : undefined
  }

  return {
    name: 'browser-code',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved: (config) => {
      root = config.root
    },
    async resolveId(source, importer, options) {
      // Entries have no importer. The development server looks for packages in pages, too, before it serves anything.
      if (importer === undefined || ('scan' in options && options.scan)) return undefined
      const from = fileOf(importer)
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const isNode = isBuiltin(source) && (!found || found.external || found.id.startsWith('__vite-browser-external'))
      if (isNode || isServerPackage(source)) {
        this.error(`This is no code for a browser: ${[...chainTo(from), source].join(' -> ')}`)
      }
      if (!found || found.external) return found
      const file = fileOf(found.id)
      if (file === from) return found
      // What a browser asks the development server for has a page that is no file for its importer.
      if (from !== path.join(root, 'index.html') && !importers.has(file)) importers.set(file, from)
      const place = partForBrowser.test(found.id) ? undefined : serverPlaceOf(file)
      if (place) this.error(`This is no code for a browser (${place}): ${[...chainTo(from), named(file)].join(' -> ')}`)
      return found
    },
  }
}
