import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** All CSV comes from `csvOf`, which keeps spreadsheets from taking texts for formulas. */

const CSV = 'src/lib/server/text/csv.ts'

const sources = globSync(['src/**/*.{ts,tsx,astro}', 'scripts/**/*.mjs'])
  .filter((file) => !/\.test\.tsx?$/.test(file) && file !== CSV)
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Signs of hand-made CSV: cells that are joined or quoted, in a file that mentions CSV. */
const signs = [/\.join\((['"`])(?:,|;|\\t)\1\)/, /replaceAll\('"', '""'\)/, /replace\(\/"\/g, *['"`]""['"`]\)/]

const speaksOfCsv = (text: string) => /csv/i.test(text.replace(/^import .*$/gm, ''))

function isHandMade(text: string): boolean {
  return speaksOfCsv(text) && signs.some((sign) => sign.test(text))
}

describe('CSV', () => {
  test('is put together nowhere but in csvOf', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.filter(({ text }) => isHandMade(text)).map(({ file }) => file)).toEqual([])
  })

  test.each([
    "const csv = rows.map((row) => row.join(',')).join('\\r\\n')",
    'const toCsv = (cells) => cells.join(";")',
    'const csvCell = (text) => `"${text.replaceAll(\'"\', \'""\')}"`',
    "writeFile('a.csv', cells.join('\\t'))",
  ])('made by hand is found: %s', (code) => {
    expect(isHandMade(code)).toBe(true)
  })
})
