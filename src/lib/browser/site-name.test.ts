import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where the product speaks of itself to those who run it, in logs and at terminals. */
const toOperators = [
  'src/server.ts',
  'src/server/primary.ts',
  'src/server/refusal.ts',
  'src/db/migrating/bring-up-to-date.ts',
  'src/backup/other-version.ts',
  'src/backup/archive/manifest.ts',
  'src/backup/sqlite-file.ts',
]

test("no page, reply or message names the product: a site's name is its operator's", () => {
  const files = globSync(['src/**/*', 'public/**/*'], { withFileTypes: true })
    .filter((file) => file.isFile() && !/\.test\.tsx?$|\.png$/.test(file.name))
    .map((file) => `${file.parentPath}/${file.name}`)
    .filter((file) => !file.startsWith('src/content/demo/'))
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => readFileSync(file, 'utf8').includes('Padavu')).sort()).toEqual(toOperators.sort())
})
