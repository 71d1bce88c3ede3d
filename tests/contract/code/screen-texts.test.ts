import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countedNouns, joinedTimes, literalPlurals, missingSpaces } from '../../support/code/screen-texts.ts'

const sources = globSync('src/**/*.{ts,tsx,astro}')
  .filter((file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('src/content/demo/'))
  .map((file) => ({ file, code: readFileSync(file, 'utf8') }))

const plurals = sources.flatMap(({ code }) => countedNouns(code))

/** Texts that are put in before a noun or a verb in s, and are no numbers. */
const noNumbers = [
  '[category].astro {name} courses',
  '0114-staged-imports.ts changed(',
  'Registers.tsx documents of the days',
  'ask-long-code.ts sql.ref(column) else codes',
  'bring-up-to-date.ts next changes',
  'remove-options.ts where.get(id) learners',
]

/** Formats mistakes of all sources as `file:line text`. */
const inAll = (find: (file: string, code: string) => { line: number; text: string }[]) =>
  sources.flatMap(({ file, code }) => find(file, code).map(({ line, text }) => `${file}:${line} ${text}`))

test('numbers and their nouns go through counted()', () => {
  expect(plurals.length).toBeGreaterThan(80)
  const found = inAll((file, code) => literalPlurals(file, code, plurals)).map((line) =>
    line.replace(/^[^ ]*\/|:\d+(?= )/g, ''),
  )
  const isNumber = (line: string) => !noNumbers.some((text) => line.startsWith(text))
  expect(found.filter(isNumber)).toEqual([])
  expect(found, 'every exception is needed').toHaveLength(noNumbers.length)
})

test.each([
  ['a.ts', 'const text = `${left} minutes`'],
  ['a.ts', 'const text = `${one.left} more replies`'],
  ['a.ts', "const text = left + ' minutes'"],
  ['a.tsx', 'const text = <p>{left} minutes</p>'],
  ['a.tsx', 'const text = <p>{left}\n replies</p>'],
  ['a.tsx', 'const text = <p><b>{left}</b> minutes</p>'],
  ['a.astro', '<p>{left} minutes</p>'],
  ['a.astro', '<p><b>{left}</b> replies</p>'],
])('finds a plural after a number in %s: %s', (file, code) => {
  expect(literalPlurals(file, code, ['replies'])).toHaveLength(1)
})

test.each([
  ['a.ts', 'const text = `${MAX_LEFT} minutes, ${MOST / SECOND} minutes`'],
  ['a.ts', "const text = `${counted(left, 'minute')} left`"],
  ['a.tsx', 'const text = <p>{name} asks twice</p>'],
])('accepts in %s: %s', (file, code) => {
  expect(literalPlurals(file, code, ['replies'])).toEqual([])
})

test('a start and an end go through clockRange()', () => {
  expect(inAll((_, code) => joinedTimes(code))).toEqual([])
  for (const code of [
    '{indianClock(a.starts_at)} - {indianClock(a.ends_at)}',
    '`${indianClock(from)} to ${indianClock(to)}`',
    '{displayTime(from)} –\n {indianClock(to)}',
  ])
    expect(joinedTimes(code), code).toHaveLength(1)
})

test('text and inline elements on two lines have a space between them', () => {
  expect(inAll((file, code) => (file.endsWith('.ts') ? [] : missingSpaces(file, code)))).toEqual([])
})

test.each([
  '<p>\nSaved.\n<b>Log in</b>\n</p>',
  '<p>\nunder\n<a href="/">Settings</a>\n</p>',
  '<p>\n<a>Settings</a>\nunder\n</p>',
  '<p>\n<span>Saved.</span>\n<span class="mt-1">Log in</span>\n</p>',
])('finds a missing space in %j', (code) => {
  expect(missingSpaces('a.tsx', code)).toHaveLength(1)
  expect(
    missingSpaces('a.astro', `---\nconst a = 1 < 2\n---\n${code}\n<style>\np { color: red }\n</style>`),
  ).toHaveLength(1)
})

test.each([
  "<p>\nSaved.{' '}\n<b>Log in</b>\n</p>",
  '<p>\n<b>Saved</b>\n.\n</p>',
  '<p>Saved. <b>Log in</b></p>',
  '<p class="flex">\nSaved\n<b>!</b>\n</p>',
  '<p>\nSaved\n<span className="sr-only">: all</span>\n</p>',
])('accepts %j', (code) => {
  expect(missingSpaces('a.tsx', code)).toEqual([])
})
