import type { PackReader } from '../pack-reader.ts'

/** Reads a Markdown file that is the text of a page; what is wrong in it is reported at its own lines. */
export async function readBody(reader: PackReader, name: string): Promise<string> {
  const text = reader.text(name)
  if (text === undefined) return ''
  const { html, problems } = await reader.render(text, {})
  for (const { line, message } of problems) reader.problems.add(name, line + 1, message)
  if (text.trim() === '') reader.problems.add(name, 1, 'is empty')
  return html
}

/** Reports texts of a folder that belong to no entry: a mistyped name would silently be left out. */
export function reportStrayBodies(reader: PackReader, folder: string, entries: readonly { key: string }[]): void {
  const expected = new Set(entries.map(({ key }) => `${key}.md`))
  for (const name of reader.names(folder)) {
    if (expected.has(name) || !name.endsWith('.md')) continue
    reader.problems.add(`${folder}/${name}`, 1, `belongs to no entry of ${folder}.yaml`)
  }
}
