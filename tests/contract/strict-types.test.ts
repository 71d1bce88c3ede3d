import { readFileSync } from 'node:fs'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'

let eslint: ESLint

beforeAll(() => {
  eslint = new ESLint()
})

/** What the project's rules say of code that would stand in place of a file that there is. */
async function complaints(file: string, code: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath: file })
  return result!.messages.map(({ ruleId }) => ruleId)
}

describe('types are strict', () => {
  test('as TypeScript has them at its strictest', () => {
    const { config } = ts.readConfigFile('tsconfig.json', (file) => readFileSync(file, 'utf8'))
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.')
    expect(options).toMatchObject({ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true })
  })

  test.each([
    ['a cast of JSON', `export const read = (text: string) => JSON.parse(text) as string[]`],
    ['a cast of a reply', `export const read = async (reply: Response) => (await reply.json()) as { id: number }`],
    [
      'a value of unknown type',
      `export const read = (text: string) => [text].map((one) => {\n  const value: string = JSON.parse(one)\n  return value\n})`,
    ],
    ['a reply of unknown type', `export const read = (text: string): string => JSON.parse(text)`],
    ['a field of a value of unknown type', `export const read = (text: string) => JSON.parse(text).id === 1`],
    ['a loose comparison', `export const same = (a: unknown, b: unknown) => a == b`],
    ['any', `export const read = (given: any) => given`],
  ])('%s is refused, on the server and in browsers', { timeout: 120_000 }, async (_, code) => {
    for (const file of ['src/lib/both/money.ts', 'src/lib/browser/device/flash.ts'])
      expect(await complaints(file, `${code}\n`)).not.toEqual([])
  })

  test('a field that makes numbers of what is none is refused', async () => {
    const code = `import * as z from 'zod/mini'\nexport const id = z.coerce.number()\n`
    expect(await complaints('src/lib/both/money.ts', code)).toContain('no-restricted-syntax')
  })
})

test('code that is loaded later can be asked for again', { timeout: 120_000 }, async () => {
  const once = [
    `export const load = async () => (await import('./later.ts')).later\n`,
    `export const load = () => Promise.all([1, import('./later.ts')])\n`,
    `void import('./later.ts').then(({ later }) => later())\n`,
    `import { lazy } from 'react'\nexport const Part = lazy(() => import('./Part.tsx'))\n`,
    `import { lazy } from 'react'\nexport const Part = lazy(() => import('./Part.tsx').then((part) => part))\n`,
  ]
  for (const code of once)
    for (const file of ['src/features/dashboard/ui/popups/Popups.tsx', 'src/features/quizzes/left-results.browser.ts'])
      expect(await complaints(file, code), code).toContain('no-restricted-syntax')
})

test('dates are written in one place, in Indian time', { timeout: 120_000 }, async () => {
  const own = [
    `export const day = (at: Date) => at.toLocaleDateString('en-IN')\n`,
    `export const day = (at: Date) => new Intl.DateTimeFormat('en-IN').format(at)\n`,
  ]
  for (const code of own) expect(await complaints('src/lib/both/money.ts', code)).toContain('no-restricted-properties')
})
