import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ESLint } from 'eslint'
import { check } from 'recheck'
import { beforeAll, describe, expect, test } from 'vitest'

/** Builds no expression of its own: it copies those of schemas, which stand in contracts. */
const COPIES = 'src/ui/staff/forms/form-values.ts'

const sources = globSync('src/**/*.{ts,tsx,astro}').filter((file) => !/\.test\.tsx?$/.test(file) && file !== COPIES)

/** Lines that build an expression at run time. */
const sites = sources.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) => (/\bRegExp\(/.test(line) ? [{ file, line: at + 1 }] : [])),
)

describe('a regular expression that takes more than linear time is refused by the linter', () => {
  test.each(['src/lib/server/text/learner-text.ts', 'src/lib/browser/device/flash.ts', 'src/pages/staff/index.astro'])(
    'in %s',
    async (file) => {
      const code = String.raw`export const values = [/^'?\s*([\d\s]+)$/, /\s*,\s*/, /(a+)+b/, /^\d+$/]`
      const text = file.endsWith('.astro') ? `---\n${code}\n---\n` : `${code}\n`
      const [result] = await new ESLint().lintText(text, { filePath: file })
      const found = result!.messages.filter(({ ruleId }) => ruleId === 'redos/no-vulnerable')
      expect(found).toHaveLength(3)
    },
  )
})

describe('a regular expression that is built at run time', () => {
  let built: { file: string; line: number; source: string; flags: string }[]

  beforeAll(() => {
    const files = [...new Set(sites.map(({ file }) => path.resolve(file)))]
    const printed = execFileSync(process.execPath, ['tests/support/code/built-expressions.ts', ...files], {
      encoding: 'utf8',
    })
    built = JSON.parse(printed) as typeof built
  })

  test('is built while its module loads, so that it can be checked', () => {
    const seen = built.map(({ file, line }) => `${path.relative('.', file)}:${line}`)
    expect(sites.length).toBeGreaterThan(5)
    expect(sites.map(({ file, line }) => `${file}:${line}`).filter((site) => !seen.includes(site))).toEqual([])
  })

  test('takes linear time', async () => {
    const unique = [...new Map(built.map((one) => [`/${one.source}/${one.flags}`, one])).values()]
    const slow: string[] = []
    for (const { file, line, source, flags } of unique) {
      const { status } = await check(source, flags, { timeout: 60_000 })
      if (status !== 'safe') slow.push(`${file}:${line} ${status} /${source}/${flags}`)
    }
    expect(slow).toEqual([])
  })
})
