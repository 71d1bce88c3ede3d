/** What code and documents cite, read from their text. */

/** A section that is named: `{ document: 1, section: 4, part: 'Payment' }`. */
export interface Citation {
  document: number
  section: number
  /** The part of it that is named besides, in quotation marks. */
  part?: string
}

/** The text in one line: signs of comments and of quotations that begin a line are gone, and it is one space there. */
export function asProse(text: string): string {
  return text.replace(/\s*\n[ \t]*(?:\/\/|\*(?!\/)|#|>)?[ \t]*/g, ' ').replace(/[ \t]+/g, ' ')
}

/** `'a'`, `'a' and 'b'`, `'a', 'b'` */
const PARTS = /^,? \(?('[^']+'(?:(?:,| and|, and) '[^']+')*)/

/**
 * Sections that a text cites: 'document 1, section 2', 'document 2, sections 2, 4 and 9', 'sections 2 to 8'. One that is in
 * brackets behind a section names a part of that one.
 */
export function citationsIn(text: string): Citation[] {
  const prose = asProse(text)
  return [...prose.matchAll(/\bdocuments? (\d+), sections? ([\d, toand]*\d)/gi)].flatMap((match) => {
    const document = Number(match[1])
    const sections = sectionsOf(match[2]!)
    const behind = prose.slice(match.index + match[0].length)
    const named = sections.length === 1 ? PARTS.exec(behind)?.[1] : undefined
    const parts = named?.match(/'[^']+'/g)?.map((part) => part.slice(1, -1)) ?? [undefined]
    return sections.flatMap((section) => parts.map((part) => ({ document, section, ...(part && { part }) })))
  })
}

/** `2, 4 and 9` is 2, 4 and 9; `2 to 5` is 2, 3, 4 and 5. */
function sectionsOf(list: string): number[] {
  return list.split(/, and |, | and /).flatMap((entry) => {
    const [from = NaN, to = from] = entry.split(' to ').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** Documents that a text names without a section, as in 'the table of document 1'. */
export function documentsIn(text: string): number[] {
  return [...asProse(text).matchAll(/\bdocuments? (\d+)\b/gi)].map((match) => Number(match[1]))
}

/** Design decisions that a text cites: 'design decision 7'. */
export function designDecisionsIn(text: string): number[] {
  return [...asProse(text).matchAll(/\bdesign,? decisions? (\d+)((?:(?:,| and|, and) \d+)*)/gi)].flatMap(
    ([, first, more]) => [first!, ...(more!.match(/\d+/g) ?? [])].map(Number),
  )
}

/** Numbers of docs/decisions that a text cites as 'decision 45' or 'decisions 5 and 45', those of the design left out. */
export function decisionsIn(text: string): number[] {
  return [...asProse(text).matchAll(/(?<!design,? )\bdecisions? (\d+)((?:(?:,| and|, and) \d+)*)/gi)].flatMap(
    ([, first, more]) => [first!, ...(more!.match(/\d+/g) ?? [])].map(Number),
  )
}

/** Markdown files of docs/ that a text names, and those of docs/decisions by their name alone, which begins with four digits. */
export function documentPathsIn(text: string): string[] {
  const paths = [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([path]) => path)
  const short = [...text.matchAll(/(?<![\w/-])\d{4}-[a-z\d-]+\.md\b/g)].map(([name]) => `docs/decisions/${name}`)
  return [...paths, ...short]
}

/** Where links of a Markdown text lead, if it is within the repository; without the place in the page. */
export function linksIn(markdown: string): string[] {
  return [
    ...withoutCode(markdown)
      .replace(/`[^`]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, target]) => target!.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/i.test(target))
}

/** Lines of a Markdown text that are prose: neither code nor rows of a table. */
export function proseLines(markdown: string): { number: number; line: string }[] {
  return withoutCode(markdown)
    .split('\n')
    .map((line, index) => ({ number: index + 1, line }))
    .filter(({ line }) => !line.trimStart().startsWith('|'))
}

/** The lines of code blocks are empty. */
function withoutCode(markdown: string): string {
  let fenced = false
  return markdown
    .split('\n')
    .map((line) => {
      const fence = /^\s*(```|~~~)/.test(line)
      if (fence) fenced = !fenced
      return fence || fenced ? '' : line
    })
    .join('\n')
}

/** The comments of code, a line each. */
export function commentsIn(code: string): string {
  return (code.match(/(?:(?<!:)\/\/|^\s*\/?\*).*$/gm) ?? []).join('\n')
}

/** Files and folders of the project that a text names; patterns and names to be filled in are none. */
export function filesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./#@-])(?:src|tests|scripts|deploy)\/(?:[\w./*<>{},-]|\[\w+\])*/g)]
    .map(([found]) => found.replace(/[.,]+$/, ''))
    .filter((found) => !/[*<>{},]/.test(found))
}

/**
 * Files of code that a text names by the end of their paths, as in `server/search/postings.ts`; endings of names
 * (`.rules.ts`), patterns, names to be filled in and built files are left out.
 */
export function codeFilesIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./*<>{}@-])\w[\w./*<>{}[\]-]*\.(?:tsx?|mjs|astro|css)(?!\.?\w)/g)]
    .map(([found]) => found)
    .filter((found) => !/[*<>{}]|^dist\//.test(found))
}
