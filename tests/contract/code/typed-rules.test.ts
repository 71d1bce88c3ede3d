import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Mistakes that only the types show, each in a file of its own, and what must be said of it. */
const mistakes: Record<string, { code: string; found: RegExp }> = {
  'src/floating.ts': {
    code: `const later = async () => 1\nexport const start = () => {\n  later()\n}`,
    found: /no-floating-promises/,
  },
  'scripts/floating.mjs': {
    code: `const later = async () => 1\nexport const start = () => {\n  later()\n}`,
    found: /no-floating-promises/,
  },
  'src/awaited.ts': { code: `export const one = async () => await 1`, found: /await-thenable/ },
  'src/misused.ts': {
    code: `const asked = async () => false\nexport const one = () => (asked() ? 1 : 2)`,
    found: /no-misused-promises/,
  },
  'src/switched.ts': {
    code: `export const one = (of: 'a' | 'b') => {\n  switch (of) {\n    case 'a':\n      return 1\n  }\n  return 2\n}`,
    found: /switch-exhaustiveness-check/,
  },
  'src/assigned.ts': {
    code: `export const one = (text: string) => {\n  const value: string = JSON.parse(text)\n  return value\n}`,
    found: /no-unsafe-assignment/,
  },
  'src/returned.tsx': {
    code: `export const one = (text: string): string => JSON.parse(text)`,
    found: /no-unsafe-return/,
  },
  'src/looked-into.ts': {
    code: `export const one = (text: string) => JSON.parse(text).id === 1`,
    found: /no-unsafe-member-access/,
  },
  'src/called.ts': { code: `export const one = (text: string) => void JSON.parse(text)()`, found: /no-unsafe-call/ },
  'src/handed-on.ts': {
    code: `export const one = (text: string) => Number.isNaN(Number.parseInt(JSON.parse(text)))`,
    found: /no-unsafe-argument/,
  },
  'src/wrong.ts': { code: `export const one: number = 'one'`, found: /TS2322|not assignable to type 'number'/ },
  'src/Heading.tsx': { code: `export const One = () => <p title={1}>One</p>`, found: /not assignable to type 'string/ },
  'scripts/wrong.mjs': {
    code: `// @ts-check\n/** @type {number} */\nexport const one = 'one'`,
    found: /not assignable to type 'number'/,
  },
  'src/unused.ts': { code: `export const one = (given: number) => 1`, found: /never read/ },
  'src/pages/wrong.astro': {
    code: `---\nconst one: number = 'one'\n---\n<p>{one}</p>`,
    found: /not assignable to type 'number'/,
  },
}

/** What breaks no rule: values of unknown type in tests, handlers of events that return promises. */
const sound: Record<string, string> = {
  'src/sound.test.ts': `export const one = (text: string): string => JSON.parse(text)`,
  'src/sound.ts': `export const one = (window: Window) => window.addEventListener('load', async () => {})`,
  'src/Sound.tsx': `export const Sound = () => <button onClick={async () => {}}>Sound</button>`,
  'src/pages/sound.astro': `---\nconst one: number = 1\n---\n<p>{one}</p>`,
}

describe('npm run types, in a project with the same rules,', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'padavu-types-'))
  let said = ''
  let code: number | null = null

  beforeAll(async () => {
    for (const name of ['.oxlintrc.json', 'tsconfig.json', 'tsconfig.astro.json', 'package.json']) {
      cpSync(name, path.join(folder, name))
    }
    symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
    const codes = Object.entries(mistakes).map(([name, { code }]) => [name, code] as const)
    for (const [name, text] of [...codes, ...Object.entries(sound)]) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
      writeFileSync(path.join(folder, name), `${text}\n`)
    }
    await new Promise<void>((resolve) => {
      const started = execFile(process.execPath, ['scripts/types.mjs', folder], (_, out, error) => {
        said = `${out}${error}`.replace(/\x1b\[\d*m/g, '')
        code = started.exitCode
        resolve()
      })
    })
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  test('fails', () => {
    expect(code).toBe(1)
  })

  /** What is said of one file, whose name stands in the line below or beside the message. */
  const saidOf = (name: string) =>
    said
      .split(/\n\s*\n/)
      .filter((part) => part.includes(name))
      .join('\n')

  test.each(Object.entries(mistakes))('finds the mistake in %s', (name, { found }) => {
    expect(saidOf(name)).toMatch(found)
  })

  test.each(Object.keys(sound))('finds none in %s', (name) => {
    expect(saidOf(name)).toBe('')
  })
})
