import { ESLint } from 'eslint'
import { beforeAll, describe, expect, test } from 'vitest'

/** The project's own rules on code that is never written to disk; only who-imports-whom is asked. */
let eslint: ESLint

beforeAll(() => {
  eslint = new ESLint({
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    ruleFilter: ({ ruleId }) => ruleId.startsWith('boundaries/'),
  })
})

async function complaints(filePath: string, code: string): Promise<string[]> {
  const results = await eslint.lintText(code, { filePath })
  return results.flatMap((result) => result.messages.map((message) => message.message))
}

const astro = (code: string) => `---\n${code}\n---\n<p>Text</p>\n`

describe('an import across the lines of the layout is refused', () => {
  test.each([
    ['ui, of a feature', 'src/ui/Dialog.tsx', "import { user } from '#features/auth/auth.store.ts'"],
    ['ui, of a feature, types alone', 'src/ui/Dialog.tsx', "import type { User } from '#features/auth/auth.store.ts'"],
    ['lib, of the API', 'src/lib/money.ts', "import { routes } from '#api/routes.ts'"],
    [
      'a contract, of its tables',
      'src/features/exams/exams.contract.ts',
      "import type { ExamRow } from './exams.tables.ts'",
    ],
    ['rules, of the database', 'src/features/exams/exams.rules.ts', "import type { Db } from '#db/database.ts'"],
    ['rules, of Node', 'src/features/exams/exams.rules.ts', "import { readFileSync } from 'node:fs'"],
    ['a store, of its tables', 'src/features/exams/exams.store.ts', "import type { ExamRow } from './exams.tables.ts'"],
    ['a store, of its routes', 'src/features/exams/exams.store.ts', "import { examRoutes } from './exams.routes.ts'"],
    [
      'an island, of a server function',
      'src/features/exams/ui/Exam.tsx',
      "import { startExam } from '../server/start-exam.ts'",
    ],
    ['an island, of the API', 'src/features/exams/ui/Exam.tsx', "import { routes } from '#api/routes.ts'"],
    [
      'an island, of the API, at run time',
      'src/features/exams/ui/Exam.tsx',
      "const api = await import('#api/routes.ts')",
    ],
    [
      'an island, of a provider',
      'src/features/exams/ui/Exam.tsx',
      "import { folderStore } from '#providers/files/folder-store.ts'",
    ],
    ['an island, of a server package', 'src/features/exams/ui/Exam.tsx', "import { sql } from 'kysely'"],
    [
      'an island, of an unrelated feature',
      'src/features/support/ui/Tickets.tsx',
      "import type { ExamDetail } from '#features/exams/exams.contract.ts'",
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
    [
      'ui in Astro, of a feature',
      'src/ui/EmptyState.astro',
      astro("import { user } from '#features/auth/auth.store.ts'"),
    ],
    ['a page, of the database', 'src/pages/courses.astro', astro("import { openDatabase } from '#db/open.ts'")],
    [
      'a page, of tables',
      'src/pages/courses.astro',
      astro("import type { CourseRow } from '#features/catalogue/catalogue.tables.ts'"),
    ],
    [
      "a layout's script, of a server function",
      'src/layouts/AppShell.astro',
      '<script>\nimport { startExam } from "../features/exams/server/start-exam.ts"\n</script>',
    ],
    [
      "a component's script, of its tables",
      'src/features/catalogue/ui/CourseTile.astro',
      '<script>\nimport type { CourseRow } from "../catalogue.tables.ts"\n</script>',
    ],
    [
      "a page's script, of a server function",
      'src/pages/courses.astro',
      '<script>\nimport { routes } from "#api/routes.ts"\n</script>',
    ],
    [
      'a server function, of an island',
      'src/features/exams/server/start-exam.ts',
      "import { Exam } from '../ui/ExamFacts.tsx'",
    ],
    [
      'a server function, of a feature that is not on the list',
      'src/features/catalogue/server/snapshot.ts',
      "import type { ExamDetail } from '#features/exams/exams.contract.ts'",
    ],
    ['a provider, of a page', 'src/providers/files/folder-store.ts', "import '../../pages/404.astro'"],
    ['the database, of an island', 'src/db/open.ts', "import { Exam } from '#features/exams/ui/ExamFacts.tsx'"],
    ['what is passed on counts too', 'src/ui/Dialog.tsx', "export { openDatabase } from '#db/open.ts'"],
  ])('%s', async (_, filePath, code) => {
    expect(await complaints(filePath, code)).toEqual([
      expect.stringMatching(/may not import '.+' \(\w+\)|belongs on the server|has no/),
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
      'src/features/exams/ui/Exam.tsx',
      "import type { ExamDetail } from '../exams.contract.ts'\nimport { MINUTE } from '#lib/clock.ts'\nimport React from 'react'",
    ],
    [
      "an island, of the learner's session",
      'src/features/exams/ui/Exam.tsx',
      "import * as auth from '#features/auth/auth.contract.ts'",
    ],
    [
      'a server function, of its tables, the database and Node',
      'src/features/exams/server/start-exam.ts',
      "import type { ExamRow } from '../exams.tables.ts'\nimport type { Db } from '#db/database.ts'\nimport { randomBytes } from 'node:crypto'",
    ],
    [
      'a page, of a server function',
      'src/pages/courses.astro',
      astro("import { pageContext } from '#api/provide.ts'\nimport { paths } from '#lib/paths.ts'"),
    ],
  ])('%s', async (_, filePath, code) => {
    expect(await complaints(filePath, code)).toEqual([])
  })
})
