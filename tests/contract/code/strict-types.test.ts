import { readFileSync } from 'node:fs'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

/**
 * What the project's rules say of pieces of code that would stand, one below the other, in place of a file that there is.
 * Those that need types are asked in typed-rules.test.ts.
 * @returns the rules that each piece breaks
 */
async function complaints(file: string, pieces: string[]): Promise<(string | null)[][]> {
  const [result] = await new ESLint().lintText(`${pieces.join('\n')}\n`, { filePath: file })
  const ends = pieces.map(
    (_, at) =>
      pieces
        .slice(0, at + 1)
        .join('\n')
        .split('\n').length,
  )
  const pieceAt = (line: number) => ends.findIndex((end) => line <= end)
  return pieces.map((_, at) => result!.messages.filter(({ line }) => pieceAt(line) === at).map(({ ruleId }) => ruleId))
}

describe('types are strict', () => {
  test('as TypeScript has them at its strictest', () => {
    const { config } = ts.readConfigFile('tsconfig.json', (file) => readFileSync(file, 'utf8'))
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
    expect(options).toMatchObject({ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true })
  })

  const loose = [
    ['a cast of JSON', `export const one = (text: string) => JSON.parse(text) as string[]`],
    ['a cast of a reply', `export const two = async (reply: Response) => (await reply.json()) as { id: number }`],
    ['a loose comparison', `export const three = (a: unknown, b: unknown) => a == b`],
    ['any', `export const four = (given: any) => given`],
  ] as const
  const sound = `export const five = (text: string) => text.length === 1`

  describe.each(['src/lib/both/money.ts', 'src/lib/browser/device/flash.ts'])('in %s', (file) => {
    let found: (string | null)[][]

    beforeAll(async () => {
      found = await complaints(file, [...loose.map(([, code]) => code), sound])
    })

    test.each(loose.map(([what], at) => ({ what, at })))('$what is refused', ({ at }) => {
      expect(found[at]).not.toEqual([])
    })

    test('and what is sound is not', () => {
      expect(found.at(-1)).toEqual([])
    })
  })

  test('a field that makes numbers of what is none is refused', async () => {
    const code = `import * as z from 'zod/mini'\nexport const id = z.coerce.number()`
    const [found] = await complaints('src/lib/both/money.ts', [code])
    expect(found).toContain('no-restricted-syntax')
  })
})

test('code that is loaded later can be asked for again', async () => {
  const once = [
    `import { lazy } from 'react'`,
    `export const load = async () => (await import('./later.ts')).later`,
    `export const loadBoth = () => Promise.all([1, import('./later.ts')])`,
    `void import('./later.ts').then(({ later }) => later())`,
    `export const Part = lazy(() => import('./Part.tsx'))`,
    `export const Other = lazy(() => import('./Part.tsx').then((part) => part))`,
  ]
  for (const file of ['src/features/dashboard/ui/popups/Popups.tsx', 'src/features/quizzes/left-results.browser.ts']) {
    const [, ...found] = await complaints(file, once)
    for (const [at, rules] of found.entries()) expect(rules, once[at + 1]).toContain('no-restricted-syntax')
  }
})

test('dates are written in one place, in Indian time', async () => {
  const own = [
    `export const day = (at: Date) => at.toLocaleDateString('en-IN')`,
    `export const sameDay = (at: Date) => new Intl.DateTimeFormat('en-IN').format(at)`,
  ]
  const found = await complaints('src/lib/both/money.ts', own)
  for (const [at, rules] of found.entries()) expect(rules, own[at]).toContain('no-restricted-properties')
})
