import { compat, isNewer } from './compat.ts'
import { newerInScript } from './newer-scripts.ts'
import { newerInStyle } from './newer-styles.ts'

/**
 * What a page uses that the oldest browsers lack, in its elements and attributes and in the scripts and styles in it.
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
    if (isNewer(element)) found.add(`<${tag}>`)
    for (const [, name = ''] of details.matchAll(/\s([a-z-]+)(?:="[^"]*")?/g))
      if (isNewer(element?.[name] ?? compat.html.global_attributes![name])) found.add(`<${tag} ${name}>`)
  }
  return [...found].toSorted()
}
