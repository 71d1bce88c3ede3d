import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { DefaultQueryCompiler } from 'kysely'

// With RECORD_STATEMENTS (scripts/sql.mjs), writes down every statement that the product makes while API tests run, where it
// was made: what tests ask for themselves is none of it, nor are migrations.

const root = path.join(import.meta.dirname, '..', '..', '..')
const { compileQuery } = DefaultQueryCompiler.prototype
const file = path.join(process.env.RECORD_STATEMENTS!, `${process.pid}.${process.env.TEST_ENGINE ?? 'sqlite'}.jsonl`)
const known = new Set<string>()

/** Files between those that make a statement and the database. */
const between = /\/(?:node_modules|src\/db\/(?:[\w-]+\.ts|statements|postgres))\/?|record-statements/

DefaultQueryCompiler.prototype.compileQuery = function (this: DefaultQueryCompiler, ...given) {
  const compiled = compileQuery.apply(this, given)
  if (!known.has(compiled.sql) && isOfProduct()) {
    known.add(compiled.sql)
    appendFileSync(file, `${JSON.stringify(compiled.sql)}\n`)
  }
  return compiled
}

function isOfProduct(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 60
  const stack = new Error().stack ?? ''
  Error.stackTraceLimit = stackTraceLimit
  const made = stack
    .split('\n')
    .find((line) => line.includes(root) && !between.test(line.slice(line.indexOf(root) + root.length)))
  return made !== undefined && made.includes(`${root}/src/`) && !/\.test\.tsx?|src\/db\/migrat/.test(made)
}
