import type { TextSource } from '#core/content/text-sources.ts'
import type { PackReader } from '../pack-reader.ts'

/** Reads the text of a page: `name.md`, or `name.html`. */
export async function readBody(
  reader: PackReader,
  name: string,
  how: { mathml?: boolean } = {},
): Promise<{ body: string; source: TextSource | undefined }> {
  const { html, source, file, text } = await reader.textFile(name, 'body', how)
  if (text?.trim() === '') reader.problems.add(file, 1, 'is empty')
  return { body: html, source }
}

/**
 * Reports texts of a folder that belong to no entry: a mistyped name would silently be left out.
 * @param list file that has the entries
 */
export function reportStrayBodies(
  reader: PackReader,
  folder: string,
  entries: readonly { key: string }[],
  list = `${folder}.yaml`,
): void {
  const expected = new Set(entries.flatMap(({ key }) => [`${key}.md`, `${key}.html`]))
  for (const name of reader.names(folder)) {
    if (expected.has(name) || !/\.(md|html)$/.test(name)) continue
    reader.problems.add(`${folder}/${name}`, 1, `belongs to no entry of ${list}`)
  }
}
