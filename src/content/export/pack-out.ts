import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stringify } from 'yaml'
import type { TextSource } from '#core/content/text-sources.ts'
import { withPaths } from '../text/exported-html.ts'
import { MediaOut } from './media-out.ts'

/** How the texts of an entry are written: in Markdown, or as HTML where that is all that is known. */
export interface TextsOut {
  texts: Record<string, string | string[]>
  html: true | undefined
}

/** A pack that is being written to a folder. */
export class PackOut {
  readonly media = new MediaOut()
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Writes a YAML file; fields that are undefined are left out. @param name from the pack's folder */
  yaml(name: string, value: unknown): void {
    const how = { lineWidth: 0, singleQuote: true, blockQuote: 'literal', aliasDuplicateObjects: false } as const
    this.text(name, stringify(value, how))
  }

  text(name: string, text: string): void {
    const file = path.join(this.folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  /**
   * Chooses how the texts of an entry are written.
   * @param html the same fields as HTML
   * @param of names the entry for people
   */
  texts(source: TextSource | undefined, html: TextsOut['texts'], of: string): TextsOut {
    const written = source && Object.fromEntries(Object.keys(html).map((field) => [field, source.texts[field] ?? '']))
    const isWhole = written && Object.values(written).flat().every(isWritable)
    if (isWhole && this.media.takeAll(source.media)) return { texts: written, html: undefined }
    const paths = (text: string) => withPaths(text, (address) => this.media.publicFile(address, of))
    const texts = Object.entries(html).map(([field, text]): [string, string | string[]] => [
      field,
      typeof text === 'string' ? paths(text) : text.map(paths),
    ])
    return { texts: Object.fromEntries(texts), html: true }
  }

  /** Writes a text that has a file of its own, `name.md` or `name.html`. */
  textFile(name: string, source: TextSource | undefined, field: string, html: string): void {
    const { texts, html: asHtml } = this.texts(source, { [field]: html }, name)
    this.text(`${name}.${asHtml ? 'html' : 'md'}`, String(texts[field]))
  }
}

/** No block of YAML holds what ends in a line of spaces, and in double quotes a formula could not be told from a slip. */
function isWritable(text: string): boolean {
  return text.trim() !== '' && !(text.includes('$') && /\n[\t ]+$/.test(text))
}
