import { escapeHtml } from '#lib/both/text/escape-html.ts'
import type { Services } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import type { Column, PersonalList, PersonalPart } from '#core/personal-data/part.ts'
import { htmlValue, jsonValue } from './values.ts'

/** Rows read at once: what a download costs in memory, whatever a person has done. */
const PAGE = 200

type Source = Pick<Services, 'db' | 'files' | 'now' | 'site' | 'personalParts'>

const listsOf = (parts: readonly PersonalPart[]) => parts.flatMap((part) => part.lists)

const labelOf = (column: Column) => (typeof column === 'string' ? column : column[0])
const kindOf = (column: Column) => (typeof column === 'string' ? 'text' : column[1])

/** Everything that is known of a person, as one JSON object: each list by its key, each row by its columns. */
export async function* jsonExport(
  { db, files, now, site, personalParts }: Source,
  userId: number,
): AsyncGenerator<string> {
  const { name } = await site()
  yield `{\n  "product": ${JSON.stringify(name)},\n  "made_at": ${JSON.stringify(isoTime(now()))}`
  for (const list of listsOf(personalParts)) {
    yield `,\n  ${JSON.stringify(list.key)}: [`
    let first = true
    for await (const row of rowsOf(db, list, userId)) {
      const told: Record<string, unknown> = {}
      for (const [name, column] of Object.entries(list.columns)) {
        told[name] = await jsonValue(row[name], kindOf(column), files)
      }
      yield `${first ? '' : ','}\n    ${JSON.stringify(told)}`
      first = false
    }
    yield first ? ']' : '\n  ]'
  }
  yield '\n}\n'
}

/** The same as one page to read, which needs nothing else. */
export async function* htmlExport(
  { db, files, now, site, personalParts }: Source,
  userId: number,
): AsyncGenerator<string> {
  const { name } = await site()
  yield `${headOf(escapeHtml(`My data at ${name}`))}<p>Made on ${escapeHtml(displayTime(now()))}. Times are Indian time.</p>\n`
  for (const list of listsOf(personalParts)) {
    const columns = Object.entries(list.columns)
    let rows = 0
    for await (const row of rowsOf(db, list, userId)) {
      if (rows === 0) {
        const names = columns.map(([, column]) => `<th scope="col">${escapeHtml(labelOf(column))}</th>`).join('')
        yield `<section><h2>${escapeHtml(list.title)}</h2><div><table><thead><tr>${names}</tr></thead><tbody>\n`
      }
      let cells = ''
      for (const [name, column] of columns) cells += `<td>${await htmlValue(row[name], kindOf(column), files)}</td>`
      yield `<tr>${cells}</tr>\n`
      rows += 1
    }
    yield rows > 0
      ? '</tbody></table></div></section>\n'
      : `<section><h2>${escapeHtml(list.title)}</h2><p class="none">Nothing</p></section>\n`
  }
  yield '</main></body></html>\n'
}

async function* rowsOf(db: Db, list: PersonalList, userId: number) {
  for (let from = 0; ; from += PAGE) {
    const rows = await list.rows(db, userId).limit(PAGE).offset(from).execute()
    yield* rows
    if (rows.length < PAGE) return
  }
}

const headOf = (title: string) => `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; padding: 2rem 1rem }
main { max-width: 70rem; margin: auto }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem }
div { overflow-x: auto }
table { border-collapse: collapse; font-size: .9rem; min-width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
td { white-space: pre-wrap }
img { max-width: 16rem; max-height: 10rem }
.none { opacity: .7; margin: 0 }
</style></head><body><main><h1>${title}</h1>
`
