import { readFileSync, globSync } from 'node:fs'
import path from 'node:path'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { floors, places, placesOf, upwardArrows, uses } from '../../../scripts/import-rules.mjs'

/** The project's own rules on code that is never written to disk; only who-imports-whom is asked. */
let eslint: ESLint

beforeAll(() => {
  eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId.startsWith('boundaries/'),
  })
})

async function complaints(filePath: string, code: string): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath })
  return results.flatMap((result) => result.messages.map((message) => message.message))
}

const astro = (code: string) => `---\n${code}\n---\n<p>Text</p>\n`
const exams = 'src/features/exams'
const tables = "import type { ExamRow } from '#features/exams/exams.tables.ts'"
const startExam = "import { startExam } from '#features/exams/take/server/start-exam.ts'"
const routes = "import { routes } from '#http/routes.ts'"
const user = "import { user } from '#features/auth/auth.store.ts'"

describe('an import across the lines of the layout is refused', () => {
  test.each([
    ['ui, of a feature', 'src/ui/Dialog.tsx', user],
    ['ui, of a feature, types alone', 'src/ui/Dialog.tsx', "import type { User } from '#features/auth/auth.store.ts'"],
    ['lib, of the API', 'src/lib/both/money.ts', routes],
    ['lib for both, of lib for servers', 'src/lib/both/money.ts', "import { html } from '#lib/server/text/html.ts'"],
    ['lib for both, of lib for browsers', 'src/lib/both/money.ts', "import { call } from '#lib/browser/call/call.ts'"],
    ['lib for both, of Node', 'src/lib/both/money.ts', "import { readFileSync } from 'node:fs'"],
    [
      'lib for servers, of lib for browsers',
      'src/lib/server/paging.ts',
      "import { call } from '#lib/browser/call/call.ts'",
    ],
    ['the database, of a provider', 'src/db/open.ts', "import { kinds } from '#providers/files/kinds.ts'"],
    ['a provider, of the settings', 'src/providers/push/web-push.ts', "import { siteUrl } from '#core/config.ts'"],
    ['core, of a feature', 'src/core/context.ts', "import type { UserRow } from '#features/auth/auth.tables.ts'"],
    ['core, of the routes', 'src/core/context.ts', routes],
    [
      'a feature, of the importer',
      `${exams}/take/server/start-exam.ts`,
      "import { importPack } from '#content/import/import-pack.ts'",
    ],
    ['the importer, of commands', 'src/content/cli.ts', "import { staff } from '#staff/staff.ts'"],
    ['a contract, of its tables', `${exams}/result/results.contract.ts`, tables],
    ['rules, of the database', `${exams}/exams.rules.ts`, "import type { Db } from '#db/database.ts'"],
    ['rules, of Node', `${exams}/exams.rules.ts`, "import { readFileSync } from 'node:fs'"],
    ['a store, of its tables', `${exams}/list/exam-list.store.ts`, tables],
    ['a store, of its routes', `${exams}/list/exam-list.store.ts`, "import { examRoutes } from '../exams.routes.ts'"],
    ['an island, of a server function', `${exams}/take/ui/Exam.tsx`, startExam],
    ['an island, of lib for servers', `${exams}/take/ui/Exam.tsx`, "import { html } from '#lib/server/text/html.ts'"],
    ['an island, of the API', `${exams}/take/ui/Exam.tsx`, routes],
    ['an island, of the API, at run time', `${exams}/take/ui/Exam.tsx`, "const api = await import('#http/routes.ts')"],
    [
      'an island, of a provider',
      `${exams}/take/ui/Exam.tsx`,
      "import { folderStore } from '#providers/files/folder-store.ts'",
    ],
    ['an island, of a server package', `${exams}/take/ui/Exam.tsx`, "import { sql } from 'kysely'"],
    [
      'an island, of an unrelated feature',
      'src/features/support/ui/Tickets.tsx',
      "import type { ExamResult } from '#features/exams/result/results.contract.ts'",
    ],
    [
      'a component, of its server function',
      'src/features/catalogue/ui/Card.astro',
      astro("import { snapshot } from '../server/snapshot.ts'"),
    ],
    [
      'a component, of the database',
      'src/features/catalogue/ui/Card.astro',
      astro("import type { Database } from '#db/database.ts'"),
    ],
    ['ui in Astro, of a feature', 'src/ui/forms/FieldError.astro', astro(user)],
    ['a page, of the database', 'src/pages/courses.astro', astro("import { openDatabase } from '#db/open.ts'")],
    [
      'a page, of tables',
      'src/pages/courses.astro',
      astro("import type { CourseRow } from '#features/catalogue/catalogue.tables.ts'"),
    ],
    ["a layout's script, of a server function", 'src/layouts/AppShell.astro', `<script>\n${startExam}\n</script>`],
    [
      "a component's script, of its tables",
      'src/features/catalogue/ui/CourseTile.astro',
      '<script>\nimport type { CourseRow } from "../catalogue.tables.ts"\n</script>',
    ],
    ["a page's script, of a server function", 'src/pages/courses.astro', `<script>\n${routes}\n</script>`],
    [
      'a server function, of an island',
      `${exams}/take/server/start-exam.ts`,
      "import { Exam } from '../../ui/ExamFacts.tsx'",
    ],
    [
      'a server function, of a feature that is not on the list',
      'src/features/catalogue/server/snapshot.ts',
      "import type { ExamResult } from '#features/exams/result/results.contract.ts'",
    ],
    ['a provider, of a page', 'src/providers/files/folder-store.ts', "import '../../pages/404.astro'"],
    ['the database, of an island', 'src/db/open.ts', "import { Exam } from '#features/exams/ui/ExamFacts.tsx'"],
    ['what is passed on counts too', 'src/ui/Dialog.tsx', "export { openDatabase } from '#db/open.ts'"],
  ])('%s', async (_, filePath, code) => {
    expect(await complaints(filePath, code)).toEqual([
      expect.stringMatching(/may not import '.+' \([\w-]+\)|belongs on the server|has no/),
    ])
  })

  test('and a file whose name does not say where it runs', async () => {
    expect(await complaints('src/features/exams/helpers.ts', 'export const one = 1')).toEqual([
      expect.stringContaining('does not match any file pattern'),
    ])
  })
})

describe('an import within the lines is accepted', () => {
  test.each([
    [
      'an island, of its contract, the library and a domain-free piece',
      `${exams}/result/ui/Exam.tsx`,
      "import type { ExamResult } from '../results.contract.ts'\nimport { MINUTE } from '#lib/both/time/clock.ts'\nimport React from 'react'",
    ],
    [
      "an island, of the learner's session",
      `${exams}/take/ui/Exam.tsx`,
      "import * as auth from '#features/auth/auth.contract.ts'",
    ],
    [
      'a server function, of its tables, the database and Node',
      `${exams}/take/server/start-exam.ts`,
      `${tables}\nimport type { Db } from '#db/database.ts'\nimport { randomBytes } from 'node:crypto'`,
    ],
    [
      'a page, of a server function',
      'src/pages/courses.astro',
      astro("import { pageContext } from '#core/provide.ts'\nimport { paths } from '#lib/both/paths.ts'"),
    ],
  ])('%s', async (_, filePath, code) => {
    expect(await complaints(filePath, code)).toEqual([])
  })
})

/** Every file of src that the product is made of, with what it imports of src, types and imports at run time too. */
const files = globSync('src/**/*.{ts,tsx,astro}').filter(
  (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('src/content/demo'),
)
const imports = new Map(files.map((file) => [file, importsOf(file)]))

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const parts = file.endsWith('.astro')
    ? [text.split(/^---$/m)[1] ?? '', ...[...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map((match) => match[1]!)]
    : [text]
  return parts
    .flatMap((part) => ts.preProcessFile(part, true, true).importedFiles.map(({ fileName }) => fileName))
    .filter((name) => /^[#.]/.test(name))
    .map((name) => (name.startsWith('#') ? `src/${name.slice(1)}` : path.join(path.dirname(file), name)))
}

function placeOf(file: string): string | undefined {
  return places.find(({ pattern }) => [pattern].flat().some((one) => path.matchesGlob(file, one)))?.category
}

/** The floor that a file stands on, 0 the lowest. Islands stand with their feature, lib for browsers with lib. */
function floorOf(file: string): number {
  const place = placeOf(file) ?? ''
  const floor = { 'feature-browser': 'features', 'lib-browser': 'lib' }[place]
  return floors.findIndex((each) => each === floor || placesOf(each).includes(place))
}

const declaredUses = Object.entries(uses).flatMap(([feature, used]) => used.map((other) => [feature, other]))

describe('the house as it is', () => {
  test('has no import from a lower floor of a higher one but the few that are declared', () => {
    const upward = [...imports].flatMap(([from, all]) =>
      all.filter((to) => floorOf(to) > floorOf(from)).map((to) => ({ from, to })),
    )
    console.log(`${upward.length} imports lead from a lower floor to a higher one`)
    expect(upward).toEqual(upwardArrows)
    expect(upwardArrows.length).toBeLessThanOrEqual(10)
  })

  test('has every file on a floor, and nothing on no floor imported', () => {
    expect(files.filter((file) => floorOf(file) < 0)).toEqual([])
    expect(imports.size).toBeGreaterThan(800)
    expect([...imports.values()].flat().length).toBeGreaterThan(3000)
  })

  test.each(places.flatMap(({ pattern }) => pattern))('has files where the rules speak of %s', (pattern) => {
    // Not a file: how the linter names the script in one.
    expect(globSync(pattern.replace(/\.astro\/\*$/, '.astro'))).not.toEqual([])
  })

  test.each(declaredUses)('has a reason why %s may use %s', (feature, other) => {
    const users = [...imports].filter(([from, all]) => {
      const own =
        from.startsWith(`src/features/${feature}/`) || (feature === 'everyone' && from.startsWith('src/features/'))
      return own && all.some((to) => to.startsWith(`src/features/${other}/`))
    })
    expect(users).not.toEqual([])
  })

  test('has no folder of a feature with more than 15 files', () => {
    const folders = Map.groupBy(globSync('src/features/**/*.*'), (file) => path.dirname(file))
    expect([...folders].filter(([, inside]) => inside.length > 15).map(([folder]) => folder)).toEqual([])
  })
})
