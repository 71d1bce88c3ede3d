import { compat, isNewer } from './compat.ts'
import { newerInScript } from './newer-scripts.ts'
import { newerInStyle } from './newer-styles.ts'

/**
 * Finds features that the oldest browsers lack in a page: in elements and attributes, inline scripts and styles.
 * @returns each once, as `newerInScript` and `newerInStyle` name it; `<selectedcontent>`, `<dialog closedby>`
 */
export function newerInPage(html: string): string[] {
  const found = new Set<string>()
  const markup = html.replace(
    /<(script|style)\b([^>]*)>([^]*?)<\/\1>/g,
    (_, element: string, details: string, text) => {
      if (element === 'style') for (const name of newerInStyle(text as string)) found.add(name)
      if (element === 'script' && !details.includes('ld+json'))
        for (const name of newerInScript(text as string)) found.add(name)
      return `<${element}${details}>`
    },
  )
  for (const [, tag = '', details = ''] of markup.matchAll(
    /<([a-z][a-z0-9-]*)((?:\s+[^\s=>]+(?:="[^"]*")?)*)\s*\/?>/g,
  )) {
    const element = compat.html.elements![tag]
    const [, style = ''] = /\sstyle="([^"]*)"/.exec(details) ?? []
    for (const name of newerInStyle(`${tag} { ${style} }`)) found.add(name)
    if (isNewer(element)) found.add(`<${tag}>`)
    for (const [, name = ''] of details.matchAll(/\s([a-z-]+)(?:="[^"]*")?/g))
      if (isNewer(element?.[name] ?? compat.html.global_attributes![name])) found.add(`<${tag} ${name}>`)
  }
  return [...found].toSorted()
}
