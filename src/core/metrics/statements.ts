import type { Operation } from './metrics.ts'

/** Characters of a statement that are worth telling. */
const LONGEST = 2000

const firstWords: Record<string, Operation> = {
  select: 'select',
  insert: 'insert',
  update: 'update',
  delete: 'delete',
  begin: 'transaction',
  start: 'transaction',
  commit: 'transaction',
  rollback: 'transaction',
  savepoint: 'transaction',
  release: 'transaction',
}

/** What a statement does, by its first word; with `with` before it, that is 'select'. */
export function operationOf(sql: string): Operation {
  const space = sql.indexOf(' ')
  const word = (space < 0 ? sql : sql.slice(0, space)).toLowerCase()
  return firstWords[word] ?? (word === 'with' ? 'select' : 'other')
}

export function shortened(sql: string): string {
  return sql.length > LONGEST ? `${sql.slice(0, LONGEST)}…` : sql
}
