// @ts-check
import fs from 'node:fs'
import path from 'node:path'
import { CONSOLE, isConsole, react } from './console-code.mjs'
import { root } from './fingerprint.mjs'
import { component, PREFIX } from './lucide.mjs'

/** Names the scripts of the built site that are the console's, for a test. */
const OF_CONSOLE = 'console.json'

/** What names the copy in a module's id. */
const MARK = '?page='

/** Of each island, the name of its pages' copy. @type {Map<string, string>} */
let islands = new Map()

/** Of each page with islands, the name of its copy, which its own scripts use as well. @type {Map<string, string>} */
let withIslands = new Map()

/** Of what so many of the pages begin with there is one for all: browsers have it from the page before. */
const COMMON = 0.5

/**
 * Gives each page a copy of its own of what its islands use, beside what most pages use. Of a module that some pages share
 * the bundler otherwise makes a file, or puts it in one with others: a page then asks for a dozen files, a third of whose
 * code it has no use for. What layouts and other scripts use is never copied: it stands on the same pages, and may hold a
 * state. Measured: docs/decisions/0063-a-copy-for-each-page.md.
 *
 * The staff console has one copy for all of its pages, of packages too: what it uses of a module adds nothing to the module
 * that learners have (docs/decisions/0073-staff-screens.md).
 * @returns {import('vite').Plugin}
 */
export function pageCopies() {
  /** @type {Set<string>} */
  let single = new Set()
  /** The console's islands. @type {Set<string>} */
  let staffIslands = new Set()
  return {
    name: 'page-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      const all = pages()
      staffIslands = new Set(consolePages().flatMap((page) => page.islands))
      const foreign = [...staffIslands].find((island) => !isConsole(island))
      if (foreign)
        this.error(`An island of the console stands in a folder named staff: ${path.relative(root, foreign)}`)
      islands = namesOf(all)
      withIslands = new Map(
        all.flatMap(({ file, islands: [first = ''] }) => {
          const name = islands.get(first)
          return name ? [[file, name]] : []
        }),
      )
      single = singleOf()
    },
    async resolveId(source, importer, options) {
      const copy = importer && copyOf(importer)
      // An icon is a copy for each who asks, in any case.
      if (!copy || source.startsWith(PREFIX)) return undefined
      const found = await this.resolve(source, importer.replace(/\?page=\w+/, ''), { ...options, skipSelf: true })
      if (found && copy === CONSOLE) return staffIslands.has(found.id) ? found : forConsole(found)
      if (!found || found.external || single.has(found.id) || islands.has(found.id) || !isOurs(found.id)) return found
      return { ...found, id: `${found.id}${MARK}${copy}` }
    },
    transform: {
      filter: { id: /\/node_modules\/.*\?page=staff$/, code: /^import React\b/m },
      handler: (code) => withNamedReact(code),
    },
    buildEnd(error) {
      if (error) return
      for (const id of [...this.getModuleIds()].filter((one) => !isConsole(one))) {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
        const reachedCode = [...importedIds, ...dynamicallyImportedIds].find(isConsole)
        if (reachedCode)
          this.error(`${path.relative(root, id)} imports ${path.relative(root, reachedCode)}, which is the console's`)
      }
    },
    generateBundle(_, bundle) {
      const mixed = mixedIn(bundle)
      if (mixed) this.error(`${mixed} has code of the console beside that of learners' pages`)
      const twice = twiceIn(bundle)
      if (twice) this.error(`A page would have two of ${path.relative(root, twice)}, each with a state of its own`)
    },
    writeBundle({ dir }, bundle) {
      const own = Object.values(bundle).filter(
        (file) => file.type === 'chunk' && Object.keys(file.modules).some(isConsole),
      )
      fs.writeFileSync(
        path.join(dir ?? '', '..', OF_CONSOLE),
        JSON.stringify(own.map(({ fileName }) => `/${fileName}`)),
      )
    },
  }
}

/** The copy that a module belongs to; none, where there is one for all. @param {string} id */
export const copyOf = (id) =>
  isConsole(id)
    ? CONSOLE
    : (/\?page=(\w+)/.exec(id)?.[1] ?? islands.get(id) ?? withIslands.get(id.replace(/\?astro&type=script.*$/, '')))

/** The file of a module, or of its copy. @param {string} id */
export const withoutCopy = (id) => id.replace(/\?page=\w+$/, '')

/**
 * Learners' pages and their islands, as their source names them.
 * @returns {{ file: string, text: string, islands: string[], atOnce: string[] }[]} with absolute paths; islands that start
 * at once are among the islands
 */
export const pages = () => pagesThat((name) => !isConsole(name))

/** The same of the console. */
const consolePages = () => pagesThat(isConsole)

/** @param {(name: string) => boolean} wanted */
function pagesThat(wanted) {
  return fs
    .globSync('src/pages/**/*.astro', { cwd: root })
    .filter(wanted)
    .toSorted()
    .map((name) => path.join(root, name))
    .map((file) => {
      const text = fs.readFileSync(file, 'utf8')
      const imported = [...text.matchAll(/import \{([^}]+)\} from '([^']+\.tsx)'/g)]
      const islandsThat = (/** @type {string} */ start) =>
        imported
          .filter(([, names = '']) =>
            names.split(',').some((name) => new RegExp(`<${name.trim()}\\b[^>]*\\sclient:${start}`).test(text)),
          )
          .flatMap(([, , from = '']) => fileAt(from, file) ?? [])
      return { file, text, islands: islandsThat(''), atOnce: islandsThat('(?:load|only)') }
    })
}

/**
 * Islands that meet on a page share a copy, since they may share a state.
 * @param {{ islands: string[] }[]} pages
 * @returns {Map<string, string>} of each island, the name of its copy
 */
function namesOf(pages) {
  /** @type {Map<string, string>} */
  const names = new Map()
  for (const { islands } of pages) {
    const known = new Set(islands.flatMap((island) => names.get(island) ?? []))
    const name = [...known][0] ?? path.basename(islands[0] ?? '', '.tsx')
    for (const [island, other] of names) if (known.has(other)) names.set(island, name)
    for (const island of islands) names.set(island, name)
  }
  return names
}

/**
 * A module of which a page would have its copy beside the one for all.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function twiceIn(bundle) {
  const files = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byName = new Map(files.map((file) => [file.fileName, file]))
  const copyIn = (/** @type {typeof files[number]} */ file) => copyOf(file.facadeModuleId ?? '')
  const entries = files.filter(({ isEntry, facadeModuleId }) => isEntry && !isConsole(facadeModuleId ?? ''))
  for (const copy of new Set(islands.values())) {
    const own = entries.filter((file) => [undefined, copy].includes(copyIn(file)))
    const fetched = reached(own, ({ imports, dynamicImports }) =>
      [...imports, ...dynamicImports].flatMap((name) => byName.get(name) ?? []),
    )
    const ids = [...fetched].flatMap(({ modules }) => Object.keys(modules))
    const one = new Set(ids)
    const twice = ids.find((id) => withoutCopy(id) !== id && one.has(withoutCopy(id)))
    if (twice) return withoutCopy(twice)
  }
  return undefined
}

/**
 * A module as the console has it: a copy of its own, except of React, of what is made for each who asks, and of what a page
 * may have once. React's file brings some of what learners use, which must not meet a second policy of the same name
 * (src/lib/both/trusted.ts).
 * @template {{ id: string, external: unknown }} Found @param {Found} found
 */
function forConsole(found) {
  const isCopied = isOurs(found.id)
    ? !/\btrustedPolicy\(/.test(fs.readFileSync(found.id, 'utf8'))
    : /\/node_modules\/.*\.[cm]?js$/.test(found.id) && !react.test(found.id)
  return found.external || !isCopied ? found : { ...found, id: `${found.id}${MARK}${CONSOLE}` }
}

/**
 * A package's code with all that it uses of React imported by its name: for a default, which CommonJS has none of, the
 * bundler adds a helper to React's file, which is learners' too.
 * @param {string} code
 */
function withNamedReact(code) {
  const used = new Set([...code.matchAll(/\bReact\.(\w+)/g)].map(([, name]) => name))
  const names = [...used].map((name) => `${name} as React_${name}`)
  const object = [...used].map((name) => `${name}: React_${name}`)
  return code.replace(
    /^import React(?:, \{([^}]*)\})? from (["']react["']);?$/m,
    (_, others = '', from) =>
      `import { ${[...names, others].join()} } from ${from}; const React = { ${object.join()} };`,
  )
}

/**
 * A file in which modules of the console stand beside others.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 */
function mixedIn(bundle) {
  const mixed = Object.values(bundle).find((file) => {
    const ids = file.type === 'chunk' ? Object.keys(file.modules) : []
    return ids.some(isConsole) && !ids.every(isConsole)
  })
  return mixed?.fileName
}

/** What is never copied. */
function singleOf() {
  const scripts = fs
    .globSync('src/**/*.astro', { cwd: root })
    .filter((name) => !isConsole(name))
    .map((name) => path.join(root, name))
    .flatMap((file) => (withIslands.has(file) ? [] : scriptImportsOf(file)))
  const copies = new Set(islands.values())
  /** @type {Map<string, number>} */
  const users = new Map()
  for (const copy of copies) {
    const own = [
      ...[...islands].flatMap(([island, name]) => (name === copy ? [island] : [])),
      ...[...withIslands].flatMap(([page, name]) => (name === copy ? scriptImportsOf(page) : [])),
    ]
    for (const file of reached(own, (each) => importsOf(each).atOnce)) users.set(file, (users.get(file) ?? 0) + 1)
  }
  const common = [...users].flatMap(([file, count]) => (count >= copies.size * COMMON ? [file] : []))
  // What they load later has no copy either: nobody knows for which page.
  return reached([...scripts, ...common], (file) => [...importsOf(file).atOnce, ...importsOf(file).later])
}

/** @type {Map<string, { atOnce: string[], later: string[] }>} */
const known = new Map()

/** Which of our modules a module imports; types are not among them. @param {string} file */
function importsOf(file) {
  const before = known.get(file)
  if (before) return before
  // Contracts come to browsers as data (astro.config.mjs).
  const text = file.endsWith('.contract.ts') ? '' : fs.readFileSync(file, 'utf8')
  const found = importsIn(text, file)
  known.set(file, found)
  return found
}

/** What the scripts in an Astro file import. @param {string} file */
function scriptImportsOf(file) {
  const scripts = [...fs.readFileSync(file, 'utf8').matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text)
  const { atOnce, later } = importsIn(scripts.join('\n'), file)
  return [...atOnce, ...later]
}

/** @param {string} text @param {string} file that it stands in */
function importsIn(text, file) {
  const named = (/** @type {RegExp} */ pattern) =>
    [...text.matchAll(pattern)].flatMap(([, from]) => fileAt(/** @type {string} */ (from), file) ?? [])
  return {
    atOnce: named(/^\s*(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm),
    later: named(/\bimport\('([^']+)'\)/g),
  }
}

/** The file of ours that an import means. @param {string} from @param {string} importer */
function fileAt(from, importer) {
  if (from.startsWith(PREFIX)) return component
  if (!/^[#.].*\.tsx?$/.test(from)) return undefined
  const file = from.startsWith('#') ? path.join(root, 'src', from.slice(1)) : path.join(path.dirname(importer), from)
  return fs.existsSync(file) ? file : undefined
}

const isOurs = (/** @type {string} */ id) => id.startsWith(path.join(root, 'src/')) && /\.tsx?$/.test(id)

/**
 * All that can be reached from some, themselves included.
 * @template T @param {Iterable<T>} from @param {(one: T) => Iterable<T>} next
 */
export function reached(from, next) {
  const found = new Set(from)
  for (const one of found) for (const each of next(one)) found.add(each)
  return found
}
