import { plainText } from './html.ts'

/** Begins ids of headings, so that none is that of a part of the page. */
const PREFIX = 'section-'

/** Gives headings of sanitised HTML ids made of their words, so that links can lead to them. */
export function withAnchors(html: string): string {
  const taken = new Set<string>()
  const withId = (part: string) => {
    const [opening, end] = [part.indexOf('>'), part.indexOf('</h')]
    if (!/^<h[2-4]/.test(part) || end < opening) return part
    const words = plainText(part.slice(opening + 1, end))
    const id = PREFIX + (words.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join('-')
    let free = id
    for (let number = 2; taken.has(free); number += 1) free = `${id}-${number}`
    taken.add(free)
    return `${part.slice(0, opening)} id="${free}"${part.slice(opening)}`
  }
  return html
    .split(/(?=<h[2-4][ >])/)
    .map(withId)
    .join('')
}
