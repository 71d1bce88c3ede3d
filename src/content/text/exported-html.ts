import { sanitizeAuthored } from '#lib/server/text/html.ts'
import type { MarkdownProblem, MediaAddress, Rendered } from '#lib/server/markdown/markdown.ts'

/** Of an element that names a file, as sanitised HTML writes it: no text and no value of an attribute looks like it. */
const naming = /<(?:a|img)\b[^<>]*>/g
const ofPack = / (src|href)="(media\/[\w./-]+)"/
const ofStore = / (src|href)="\/(media\/[\w.-]+)"/

/** Sanitised HTML with `media/…` in the place of the addresses of stored files. @param pathOf of the file at an address */
export function withPaths(html: string, pathOf: (address: string) => string): string {
  return html.replace(naming, (tag) =>
    tag.replace(ofStore, (_, attribute: string, file: string) => ` ${attribute}="${pathOf(`/${file}`)}"`),
  )
}

/**
 * Reads HTML that an export wrote (docs/content-pack.md), where the Markdown of a text is not known. What the allow-list
 * of our texts would change is an error: nobody writes it by hand.
 */
export function readExported(html: string, resolveMedia: (path: string) => MediaAddress | string): Rendered {
  const problems: MarkdownProblem[] = []
  const text = html.trim()
  const resolved = text.replace(naming, (tag) =>
    tag.replace(ofPack, (given, attribute: string, file: string) => {
      const found = resolveMedia(file)
      if (typeof found !== 'string') return ` ${attribute}="${found.address}"`
      problems.push({ line: 0, message: found })
      return given
    }),
  )
  if (problems.length === 0 && (sanitizeAuthored(resolved).trim() !== resolved || hasControls(resolved)))
    problems.push({ line: 0, message: 'is not HTML as an export writes it' })
  return { html: resolved, problems, warnings: [] }
}

function hasControls(text: string): boolean {
  return /[\0-\x08\x0b-\x1f\x7f]/.test(text) || !text.isWellFormed()
}
