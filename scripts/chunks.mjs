// @ts-check
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { CONSOLE, isConsole, react } from './console-code.mjs'
import { root } from './fingerprint.mjs'
import { copyOf, pages as readPages, reached } from './page-copies.mjs'

/** What a file costs beyond the bytes in it, in bytes: its headers, its place in a queue, a dictionary of its own. */
const COST_OF_A_FILE = 3000

/** Says of each script of the built site what it imports; the server lets pages name all of it (src/server/preloads.ts). */
const IMPORTS = 'imports.json'

/** What compressed source still loses when it is minified. */
const MINIFIED = 0.7

/** The file that React stands in. */
const REACT = 'react'

/** Pages whose weight counts more than that of others: those open to all, and the exam that is being sat, with its result. */
const COUNTS_MORE = { open: 4, exam: 5, result: 3 }

/**
 * Cuts the browser's code into few files. By itself the bundler makes a file of each set of entries that share a module,
 * 42 of them for the dashboard, most below a kilobyte: each costs a request, and small files compress badly. Here those
 * files are put together two by two as long as that makes the pages cheaper, all pages taken together: what a page fetches
 * needlessly is weighed against the requests that it saves. React and what most islands use beside it stand in one, and no
 * page without islands gets code that needs it. Measured: docs/decisions/0055-fewer-files.md.
 * @returns {import('vite').Plugin}
 */
export function chunks() {
  /** Of each shared module, the name of its file. @type {Map<string, string>} */
  let files = new Map()
  return {
    name: 'chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    config: () => ({
      environments: {
        client: {
          build: {
            rolldownOptions: {
              // An entry may hold what others use; nobody but pages imports one by its name.
              preserveEntrySignatures: 'allow-extension',
              output: {
                codeSplitting: {
                  // The plan knows what a file needs, and where that stands.
                  includeDependenciesRecursively: false,
                  groups: [{ name: (id) => (react.test(id) ? REACT : (files.get(id) ?? null)) }],
                },
              },
            },
          },
        },
      },
    }),
    buildEnd(error) {
      if (error) return
      // In an order that does not depend on which was read first.
      const all = [...this.getModuleIds()]
        .toSorted()
        .map((id) => this.getModuleInfo(id))
        .filter((one) => one !== null)
      const { staff = [], learners = [] } = Object.groupBy(all, ({ id }) => (isConsole(id) ? 'staff' : 'learners'))
      files = new Map([...plan(learners), ...planConsole(staff)])
    },
    writeBundle({ dir }, bundle) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk')
      const imports = Object.fromEntries(
        scripts.map((file) => [`/${file.fileName}`, file.imports.map((one) => `/${one}`)]),
      )
      fs.writeFileSync(path.join(dir ?? '', '..', IMPORTS), JSON.stringify(imports))
    },
  }
}

/** @typedef {{ id: string, isEntry: boolean, code: string | null, importedIds: readonly string[], dynamicallyImportedIds: readonly string[] }} Module */

/**
 * Modules that stand in one file, and the other files that come with it. React, islands and pages' own scripts are hosts:
 * others may be added to them.
 * @typedef {{ modules: string[], bytes: number, isShared: boolean, host: string | undefined, needsReact: boolean, comesWithReact: boolean, needs: Set<Part> }} Part
 */

/**
 * Decides which shared modules stand together.
 * @param {readonly Module[]} modules all of the browser's code but the console's
 * @returns {Map<string, string>} of each module that several entries use, the name of its file
 */
function plan(modules) {
  const byId = new Map(modules.map((module) => [module.id, module]))
  const lazy = new Set(modules.flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds))
  const entries = modules.flatMap(({ id, isEntry }) => (isEntry || lazy.has(id) ? [id] : []))
  const sources = readPages()
  const scripts = entries.flatMap((id) => {
    const copy = id.includes('.astro?') && copyOf(id)
    return copy ? [/** @type {const} */ ([id, `${copy}-page`])] : []
  })
  const islands = sources.flatMap(({ atOnce }) =>
    atOnce.map((id) => /** @type {const} */ ([id, path.basename(id, '.tsx')])),
  )
  const parts = partsOf(byId, entries, new Map([...islands, ...scripts]))
  const partOf = new Map(parts.flatMap((part) => part.modules.map((id) => [id, part])))
  const pages = pagesOf(sources, entries, lazy).map(({ entries: own, weight }) => ({
    weight,
    fetched: new Set(own.flatMap((id) => [.../** @type {Part} */ (partOf.get(id)).needs])),
  }))

  const open = new Set(parts.filter(({ isShared, host }) => isShared || host))
  for (;;) {
    let best = {
      saved: 0,
      one: /** @type {Part | undefined} */ (undefined),
      other: /** @type {Part | undefined} */ (undefined),
    }
    const left = [...open]
    for (const [index, one] of left.entries())
      for (const other of left.slice(index + 1)) {
        if (one.host && other.host) continue
        const saved = savedBy(one, other, pages)
        if (saved > best.saved) best = { saved, one, other }
      }
    const { one, other } = best
    if (!one || !other) break
    const [stays, goes] = other.host ? [other, one] : [one, other]
    join(stays, goes, parts, pages)
    stays.isShared = true
    open.delete(goes)
  }
  const largestFirst = [...open].filter(({ isShared }) => isShared).sort((one, other) => other.bytes - one.bytes)
  return new Map(
    largestFirst.flatMap(({ modules: own, host }, index) => own.map((id) => [id, host ?? `shared-${index}`])),
  )
}

/** Parts of the console that may use something without all of it having to fetch it: charts, a kind of field. */
const FEW = 3

/**
 * The console is used all day from few computers: what its pages share is one file, which is fetched once; what few of its
 * parts use they fetch with what is theirs.
 * @param {readonly Module[]} modules the console's code
 * @returns {Map<string, string>}
 */
function planConsole(modules) {
  const byId = new Map(modules.map((module) => [module.id, module]))
  const lazy = modules.flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds)
  const entries = new Set([...modules.filter(({ isEntry }) => isEntry).map(({ id }) => id), ...lazy])
  /** @type {Map<string, number>} */
  const users = new Map()
  for (const entry of entries)
    for (const id of reached([entry], (each) => byId.get(each)?.importedIds ?? []))
      users.set(id, (users.get(id) ?? 0) + 1)
  const shared = [...users].filter(([id, count]) => count > FEW && byId.has(id) && !entries.has(id))
  return new Map(shared.map(([id]) => [id, CONSOLE]))
}

/**
 * As the bundler has it by itself: a part of each set of entries that use a module, and one of each entry.
 * @param {Map<string, Module>} byId @param {string[]} entries
 * @param {Map<string, string>} hosts entries that others may be added to, and the names of their files
 */
function partsOf(byId, entries, hosts) {
  /** @type {Map<string, string[]>} */
  const users = new Map()
  for (const entry of entries)
    for (const id of reached([entry], (each) => byId.get(each)?.importedIds ?? []))
      users.set(id, [...(users.get(id) ?? []), entry])

  /** @type {Map<string, Part>} */
  const parts = new Map()
  /** @type {Map<string, Part>} */
  const partOf = new Map()
  for (const [id, used] of users) {
    const isOwn = used.length === 1 || entries.includes(id)
    const name = react.test(id) ? REACT : isOwn ? (entries.includes(id) ? id : used.join()) : `shared by ${used.join()}`
    const part = parts.get(name) ?? {
      modules: [],
      bytes: 0,
      isShared: !isOwn && name !== REACT,
      host: name === REACT ? REACT : undefined,
      needsReact: false,
      comesWithReact: true,
      needs: new Set(),
    }
    part.host ??= hosts.get(id)
    part.modules.push(id)
    part.bytes += weightOf(byId.get(id)?.code ?? '')
    parts.set(name, part)
    partOf.set(id, part)
  }
  const nextTo = (/** @type {Part} */ part) =>
    part.modules.flatMap((id) => (byId.get(id)?.importedIds ?? []).flatMap((each) => partOf.get(each) ?? []))
  for (const part of parts.values()) {
    part.needs = reached([part], nextTo)
    part.needsReact = [...part.needs].some(({ modules: own }) => own.some((id) => react.test(id)))
  }
  for (const entry of entries.map((id) => /** @type {Part} */ (partOf.get(id))))
    if (!entry.needsReact) for (const part of entry.needs) part.comesWithReact = false
  return [...parts.values()]
}

/**
 * What all pages together save when two parts become one; less than nothing where they must not, since each would have to
 * be there before the other.
 * @param {Part} one @param {Part} other @param {{ weight: number, fetched: Set<Part> }[]} pages
 */
function savedBy(one, other, pages) {
  if ((one.needsReact || other.needsReact) && !(one.comesWithReact && other.comesWithReact)) return -1
  const isBetween = (/** @type {Part} */ first, /** @type {Part} */ last) =>
    [...first.needs].some((part) => part !== first && part !== last && part.needs.has(last))
  if (isBetween(one, other) || isBetween(other, one)) return -1
  const both = [...new Set([...one.needs, ...other.needs])]
  let saved = 0
  for (const { weight, fetched } of pages) {
    if (!fetched.has(one) && !fetched.has(other)) continue
    saved += weight * COST_OF_A_FILE
    for (const part of both) if (!fetched.has(part)) saved -= weight * (part.bytes + COST_OF_A_FILE)
  }
  return saved
}

/** @param {Part} one @param {Part} other which goes up in it @param {Part[]} parts @param {{ fetched: Set<Part> }[]} pages */
function join(one, other, parts, pages) {
  const needed = new Set([...one.needs, ...other.needs])
  for (const set of [...parts.map(({ needs }) => needs), ...pages.map(({ fetched }) => fetched)]) {
    if (!set.has(one) && !set.has(other)) continue
    for (const part of needed) set.add(part)
    set.delete(other)
  }
  one.modules.push(...other.modules)
  one.bytes += other.bytes
  one.needsReact ||= other.needsReact
  one.comesWithReact &&= other.comesWithReact
  parts.splice(parts.indexOf(other), 1)
}

/**
 * What is fetched together: the islands and scripts of each page, as its source names them, and what comes later to them.
 * @param {ReturnType<typeof readPages>} sources @param {string[]} entries @param {Set<string>} lazy
 * @returns {{ entries: string[], weight: number }[]}
 */
function pagesOf(sources, entries, lazy) {
  const scriptsOf = (/** @type {string} */ file) => entries.filter((id) => id.startsWith(`${file}?`))
  const client = entries.filter((id) => id.includes('/@astrojs/react/'))
  const pages = sources.map(({ file, text, islands, atOnce }) => {
    const layout = /\/(AppShell|ExamScreen)\.astro'/.exec(text)?.[1]
    const frame = layout ? scriptsOf(path.join(root, 'src/layouts', `${layout}.astro`)) : []
    const all = [...scriptsOf(file), ...frame, ...atOnce, ...(islands.length > 0 ? client : [])]
    const kind =
      islands.length === 0 ? 'open' : /\/exam\/.*start/.test(file) ? 'exam' : /result/.test(file) ? 'result' : ''
    const weight = kind ? COUNTS_MORE[kind] : 1
    return { entries: all, copy: islands.map(copyOf)[0], weight }
  })
  const late = sources.flatMap(({ islands, atOnce }) => islands.filter((id) => !atOnce.includes(id)))
  const later = [...lazy, ...late].map((id) => {
    const page = pages.find(({ copy }) => copy !== undefined && copy === copyOf(id))
    return { entries: [...(page?.entries ?? client), id], weight: 0.2 }
  })
  return [...pages, ...later]
}

/** About what a module adds to a compressed file, in bytes. @param {string} code */
function weightOf(code) {
  const bare = code.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s+/g, ' ')
  return zlib.brotliCompressSync(bare, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }).length * MINIFIED
}
