// Puts the statements of a release that tests have recorded (tests/support/api/record-statements.ts) into one list, for
// tests/contract/released-statements.test.ts to run against the tables of the next one.
import fs from 'node:fs'
import path from 'node:path'

/** Lists and rows of which there may be any number, and what stands for them. */
const repeated = [
  [/\bin \(\?(?:, \?)+\)/g, 'in (?)'],
  [/(\bvalues (\([^()]*\)))(?:, \2)+/g, '$1'],
  [/(\bvalues (\((?:[^()]|\([^()]*\))*\)))(?:, \2)+/g, '$1'],
]

/** Numbers that tests draw by lot, or that make no difference to what a statement needs. */
const numbers = [[/\blimit \d+/g, 'limit ?']]

/**
 * @param {string} text @returns {string} the same with `?` for each value, and lists of one in the place of longer ones
 */
function shortened(text) {
  let short = text.replace(/\s+/g, ' ').trim().replace(/\$\d+/g, '?')
  for (const [from, to] of [...repeated, ...numbers]) short = short.replaceAll(from, to)
  return short
}

/** What reads or writes rows; nobody else's statements depend on tables. */
const ofRows = /^(?:select|insert|update|delete|with)\b/

/**
 * @param {string} folder what was recorded, a file for each process and engine
 * @param {string} lastMigration of the release
 * @returns {string} the list: what both engines get, then what one of them alone does
 */
export function listOf(folder, lastMigration) {
  /** @type {Record<string, Set<string>>} */
  const found = { sqlite: new Set(), postgres: new Set() }
  for (const name of fs.readdirSync(folder)) {
    const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean)
    const engine = name.split('.')[1]
    for (const line of lines) {
      const text = shortened(JSON.parse(line))
      if (ofRows.test(text)) found[engine].add(text)
    }
  }
  const { sqlite, postgres } = found
  const parts = {
    both: [...sqlite].filter((text) => postgres.has(text)),
    sqlite: [...sqlite].filter((text) => !postgres.has(text)),
    postgres: [...postgres].filter((text) => !sqlite.has(text)),
  }
  const lists = Object.entries(parts).map(([name, texts]) => [`-- ${name}`, ...texts.sort()].join('\n'))
  return `-- Statements of the release whose last migration is ${lastMigration} (npm run sql -- --released)\n${lists.join('\n')}\n`
}
