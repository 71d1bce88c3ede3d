/** How a statement on a table that servers use would keep them waiting, and what to do instead. */
const slow: [RegExp, string][] = [
  [
    /^create (?:unique )?index (?!concurrently).* on "?(\w+)"?/,
    'keeps everybody from writing it until the index is made: createIndexOnline in a migration that is `online`',
  ],
  [
    /^alter table "?(\w+)"? add constraint (?!.*\bnot valid\b).*\b(?:check|foreign key)\b/,
    'reads all of it while nobody may write: `not valid`, then `validate constraint` in a migration that is `online`',
  ],
  [
    /^alter table "?(\w+)"? add constraint .*\b(?:unique|primary key)\b(?! using index)/,
    'reads all of it while nobody may write: a unique index by createIndexOnline',
  ],
  [/^alter table "?(\w+)"? alter column "?\w+"? (?:set data )?type/, 'writes all of it anew while nobody may read'],
]

const changesRows = /^(?:update|delete from|insert into) "?(\w+)"?/
const changesTable = /^alter table "?(\w+)"?(?! validate)/

/**
 * What is wrong with how a migration takes its locks on PostgreSQL.
 * @param statements what it sent
 * @param used tables that servers of the release before use
 */
export function lockProblems(statements: string[], used: ReadonlySet<string>, online: boolean): string[] {
  const problems: string[] = []
  const altered = new Set<string>()
  for (const statement of statements.map((text) => text.trim().replace(/\s+/g, ' '))) {
    const inUse = (pattern: RegExp) =>
      [pattern.exec(statement)?.[1]].find((name) => name !== undefined && used.has(name))
    for (const [pattern, why] of slow) {
      const table = inUse(pattern)
      if (table !== undefined) problems.push(`${table}: ${why}`)
    }
    const rows = inUse(changesRows)
    if (rows !== undefined && !online)
      problems.push(`${rows}: changes rows while it holds locks: some at a time, in a migration that is \`online\``)
    const table = inUse(changesTable)
    if (table === undefined) continue
    altered.add(table)
    if (online)
      problems.push(
        `${table}: is changed by a migration that is \`online\`, which would wait for its lock without a bound`,
      )
  }
  if (altered.size > 1)
    problems.push(`${[...altered].join(' and ')}: one table a migration, or saves and it wait for each other`)
  return problems
}
