import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  asProse,
  citationsIn,
  codeFilesIn,
  commentsIn,
  decisionsIn,
  designDecisionsIn,
  documentPathsIn,
  documentsIn,
  filesIn,
  linksIn,
  proseLines,
  type Citation,
} from '../../support/code/citations.ts'

const read = (file: string) => readFileSync(file, 'utf8')

/** Texts of the project. This test has citations that lead nowhere, to try itself. */
const files = globSync([
  '*.{ts,mjs,md,yaml}',
  '{src,tests,docs,scripts,deploy}/**/*.{ts,tsx,astro,css,mjs,md,yaml,yml,sh,service}',
])
  .filter((file) => file !== 'tests/contract/code/citations.test.ts')
  .map((file) => ({ file, text: read(file) }))

/** What is written for those who work on the project. */
const documents = files.filter(({ file }) => /^(docs\/.*|[^/]*)\.md$/.test(file))

/** Longer ones are broken once more by terminals and reviews. */
const LONGEST_LINE = 120

/** What `find` finds in any file and `isThere` does not know, with where it stands. */
function missing<Found>(
  among: typeof files,
  find: (text: string) => Found[],
  isThere: (found: Found, file: string) => boolean,
) {
  return among.flatMap(({ file, text }) =>
    find(text)
      .filter((found) => !isThere(found, file))
      .map((found) => `${file}: ${JSON.stringify(found)}`),
  )
}

/** The sections of docs/product by `document section`, as their first lines name them. */
const sections = new Map(
  [1, 2].flatMap((document) =>
    readdirSync(`docs/product/document-${document}`).map((name) => {
      const text = read(`docs/product/document-${document}/${name}`)
      const [, ...named] = /^# Document (\d), section (\d): \S/.exec(text) ?? []
      return [named.join(' '), text] as const
    }),
  ),
)

const sectionOf = ({ document, section }: Citation) => sections.get(`${document} ${section}`)

const designDecisions = [...read('docs/product/decisions.md').matchAll(/^## Design decision (\d+): \S/gm)].map(
  ([, number]) => Number(number),
)

const decisions = readdirSync('docs/decisions').filter((name) => name !== 'README.md')

describe('what is cited is there', () => {
  test('sections of the documents, in every file', () => {
    expect(files.flatMap(({ text }) => citationsIn(text)).length).toBeGreaterThan(200)
    expect(missing(files, citationsIn, (cited) => sectionOf(cited) !== undefined)).toEqual([])
    expect(missing(files, documentsIn, (document) => document === 1 || document === 2)).toEqual([])
  })

  test('the parts of sections that are named', () => {
    const named = (text: string) => citationsIn(text).filter(({ part }) => part !== undefined)
    expect(files.flatMap(({ text }) => named(text)).length).toBeGreaterThan(40)
    expect(missing(files, named, (cited) => asProse(sectionOf(cited) ?? '').includes(cited.part!))).toEqual([])
  })

  test('design decisions', () => {
    expect(designDecisions).toEqual(Array.from({ length: designDecisions.length }, (_, index) => index + 1))
    expect(files.flatMap(({ text }) => designDecisionsIn(text)).length).toBeGreaterThan(10)
    expect(missing(files, designDecisionsIn, (number) => designDecisions.includes(number))).toEqual([])
  })

  test('decisions, by number and by file', () => {
    const numbers = decisions.map((name) => Number(name.slice(0, 4)))
    expect(missing(files, decisionsIn, (number) => numbers.includes(number))).toEqual([])
    expect(missing(files, documentPathsIn, existsSync)).toEqual([])
  })

  test('files that links of documents lead to', () => {
    expect(documents.flatMap(({ text }) => linksIn(text)).length).toBeGreaterThan(40)
    const leadsSomewhere = (link: string, file: string) => existsSync(path.join(path.dirname(file), link))
    expect(missing(documents, linksIn, leadsSomewhere)).toEqual([])
  })

  test('files of the project, in documents and comments', () => {
    expect(documents.flatMap(({ text }) => filesIn(text)).length).toBeGreaterThan(200)
    expect(missing(documents, filesIn, existsSync)).toEqual([])
    // A part of a path is enough where the text says which folder is meant.
    const names = globSync('{src,tests,scripts,deploy,public}/**/*').concat(globSync('*'))
    const ends = new Set(names.flatMap((name) => name.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
    expect(documents.flatMap(({ text }) => codeFilesIn(text)).length).toBeGreaterThan(200)
    expect(missing(documents, codeFilesIn, (name) => ends.has(name))).toEqual([])
    const code = files.filter(({ file }) => /\.(?:[cm]?tsx?|mjs|astro)$/.test(file))
    expect(missing(code, (text) => filesIn(commentsIn(text)), existsSync)).toEqual([])
  })
})

describe('a citation is found', () => {
  test('of one section, of several, and of all between two', () => {
    expect(citationsIn('(document 1, section 2)')).toEqual([{ document: 1, section: 2 }])
    expect(citationsIn('Document 2, sections 5 and 8.').map(({ section }) => section)).toEqual([5, 8])
    expect(citationsIn('document 1, sections 2, 4 and 9').map(({ section }) => section)).toEqual([2, 4, 9])
    expect(citationsIn('document 2, sections 2 to 4').map(({ section }) => section)).toEqual([2, 3, 4])
    expect(citationsIn('document 1, section 4; document 2, section 5').map(({ document }) => document)).toEqual([1, 2])
  })

  test('where a line of a comment or of a document ends within it', () => {
    const cited = [{ document: 1, section: 2, part: 'Route guard' }]
    expect(citationsIn("/**\n * as it was (document 1,\n * section 2, 'Route\n * guard').\n */")).toEqual(cited)
    expect(citationsIn("  // (document\n  // 1, section 2, 'Route guard')")).toEqual(cited)
    expect(citationsIn("in document 1, section\n2, 'Route guard'")).toEqual(cited)
    expect(designDecisionsIn(' * (design\n * decision 7)')).toEqual([7])
  })

  test('with the parts that it names', () => {
    const parts = (text: string) => citationsIn(text).map(({ part }) => part)
    expect(parts("(document 1, section 2, 'Purchase page' and 'Renewal page')")).toEqual([
      'Purchase page',
      'Renewal page',
    ])
    expect(parts("document 2, sections 3 ('Exam (course)') and 7")).toEqual(['Exam (course)'])
    expect(parts("document 1, section 5. 'Save' is a button")).toEqual([undefined])
  })

  test('of a file, in a comment, a sentence or a table', () => {
    expect(filesIn('| `src/a/[id]/b.astro` |')).toEqual(['src/a/[id]/b.astro'])
    expect(filesIn('see tests/support/api/api.ts, src/pages.')).toEqual(['tests/support/api/api.ts', 'src/pages'])
    expect(filesIn('`src/features/*/server`, `src/x/<feature>.ts`')).toEqual([])
    expect(codeFilesIn('(`server/search/postings.ts`, Till.tsx)')).toEqual(['server/search/postings.ts', 'Till.tsx'])
    expect(codeFilesIn('`*.rules.ts`, `.store.ts`, `src/<x>/y.ts`, `server/<verb>.ts`, dist/server/entry.mjs')).toEqual(
      [],
    )
    expect(commentsIn("/** one */\nwrite('src/x.ts') // two\n * three\nopen('https://a')")).toBe(
      '/** one */\n// two\n * three',
    )
  })

  test('of a decision, which is not one of the design', () => {
    expect(decisionsIn('decision 45, decisions 5 and 46; design decision 7')).toEqual([45, 5, 46])
    expect(documentPathsIn('docs/a/b.md, 0033-faults.md and docs/decisions/0001-x.md')).toEqual([
      'docs/a/b.md',
      'docs/decisions/0001-x.md',
      'docs/decisions/0033-faults.md',
    ])
  })
})

describe('docs/product', () => {
  test('has nine sections of each document, named by their numbers', () => {
    const numbers = [1, 2].flatMap((document) => Array.from({ length: 9 }, (_, index) => `${document} ${index + 1}`))
    expect([...sections.keys()].sort()).toEqual(numbers)
  })

  test('names calls that the API has', () => {
    const api = read('tests/client/types.d.ts').split(/^ {4}(?="\/)/m)
    const has = (method: string, address: string) =>
      api.some(
        (entry) =>
          entry.startsWith(`"${address}": {`) && entry.includes(`        ${method.toLowerCase()}: operations[`),
      )
    for (const document of [1, 2]) {
      const calls = [...sections.get(`${document} 7`)!.matchAll(/`(GET|POST) (\/[^` ]+)`/g)]
      expect(calls.length).toBeGreaterThan(25)
      const unknown = calls.filter(
        ([, method, given]) => !has(method!, given!.startsWith('/api/') ? given! : `/api/v1${given}`),
      )
      expect(unknown.map(([call]) => call)).toEqual([])
    }
  })

  test('names errors that the product says', () => {
    const said = files.filter(({ file }) => file.startsWith('src/') && !/\.test\./.test(file)).map(({ text }) => text)
    const isSaid = (words: string) => said.some((text) => text.includes(words))
    for (const document of [1, 2]) {
      const texts = [...sections.get(`${document} 8`)!.matchAll(/^\| `([^`]+)` \|/gm)].map(([, text]) => text!)
      expect(texts.length).toBeGreaterThan(25)
      expect(texts.filter((text) => !text.split(/\{\w+\}/).every((part) => isSaid(part)))).toEqual([])
    }
  })
})

describe('docs/decisions', () => {
  test('has an index of every decision, by number and title', () => {
    const rows = [...read('docs/decisions/README.md').matchAll(/^\| (\d{4}) \| \[(.+?)\]\((.+?)\) \|/gm)]
    const titled = decisions.map((name) => [
      name.slice(0, 4),
      /^# \d+\. (.+)$/m.exec(read(`docs/decisions/${name}`))?.[1],
    ])
    expect(rows.map(([, number, title]) => [number, title])).toEqual(titled)
    expect(rows.map(([, , , name]) => name)).toEqual(decisions)
  })

  test('has each number once, which is that of the title', () => {
    const numbers = decisions.map((name) => Number(name.slice(0, 4)))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(decisions.map((name) => Number(/^# (\d+)\. /m.exec(read(`docs/decisions/${name}`))?.[1]))).toEqual(numbers)
  })
})

test(`no line of a document is longer than ${LONGEST_LINE} characters, but for tables and code`, () => {
  const long = documents.flatMap(({ file, text }) =>
    proseLines(text)
      .filter(({ line }) => line.length > LONGEST_LINE && line.includes(' '))
      .map(({ number }) => `${file}:${number}`),
  )
  expect(long).toEqual([])
})
