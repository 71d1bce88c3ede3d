/** Characters from which a list is read in parts: what a parser makes of a text takes some forty times its room. */
const LARGE = 100_000

/** What makes a text more than one list: marks between documents, and directives. */
const documents = /^(---|\.\.\.|%)/m

/** The mark that many tools write before the only document, with comments above it. */
const opening = /^(?:[ \t]*(?:#.*)?\r?\n)*---[ \t]*(?:#.*)?\r?\n/

/** YAML anchors (`&two`) and aliases (`*two`) where a value can begin: prose has both signs elsewhere. */
const names = /(?:^|[-:?,[{])[ \t]*([&*])([^\s,[\]{}]+)/gm

/** YAML tags (`!!str`), which stand before an anchor. */
const tags = /(^|[\s,[{])!\S*/gm

/** A part of a text, and how many lines stand before it. */
export interface TextPart {
  text: string
  line: number
}

/**
 * Cuts a long YAML list into parts that are lists themselves, at entries that begin their line; a text that is short, or no
 * such list, is one part.
 */
export function partsOfList(text: string, size = LARGE): TextPart[] {
  const whole = [{ text, line: 0 }]
  const first = text.search(/^- /m)
  if (text.length <= size || first < 0 || documents.test(text.replace(opening, '')) || usesNames(text)) return whole
  const parts: TextPart[] = []
  let line = 0
  for (let from = 0; from < text.length;) {
    // What stands before the first entry is no list without it.
    const next = from + size < text.length ? text.indexOf('\n- ', Math.max(from + size, first)) : -1
    const to = next < 0 ? text.length : next + 1
    const part = text.slice(from, to)
    parts.push({ text: part, line })
    line += part.split('\n').length - 1
    from = to
  }
  return parts
}

/** Whether a value has a name and something uses one that is written like it: that part would need the other. */
function usesNames(text: string): boolean {
  const found = { '&': new Set<string>(), '*': new Set<string>() }
  for (const [, sign, name] of text.replace(tags, '$1').matchAll(names)) found[sign as '&' | '*'].add(name!)
  return !found['&'].isDisjointFrom(found['*'])
}
