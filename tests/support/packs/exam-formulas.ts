import { readFileSync } from 'node:fs'
import path from 'node:path'
import { renderMarkdown } from '#lib/server/markdown/markdown.ts'

/** Formulas of the kinds that papers of JEE, NEET, GATE, PSC and school examinations have, one TeX source each. */
export const examFormulas = readFileSync(path.join(import.meta.dirname, 'exam-formulas.txt'), 'utf8')
  .trim()
  .split('\n')

/** Formulas in each text of `formulaText`. */
const PER_TEXT = 3

/** Places of a formula other than a paragraph and a line of its own; texts take them in turns. */
const places: ((tex: string) => string)[] = [
  (tex) => `1. first: $${tex}$\n2. second\n\n   - below it`,
  (tex) => `1. first\n\n   - below it: $${tex}$`,
  (tex) => `1947. $${tex}$`,
  (tex) => `> quoted: $${tex}$`,
  (tex) => `a formula of its own $$${tex}$$ within a paragraph`,
  // A vertical line would end the cell.
  (tex) => `| Given | Found |\n| --- | --- |\n| $${tex.replaceAll('|', '\\|')}$ | yes |`,
  (tex) => `### Heading with $${tex}$`,
]

/**
 * Renders a text with a formula in a paragraph, one on a line of its own and one in another place.
 * @param number of the text; 101 consecutive texts have different formulas
 * @param mathml as on pages without KaTeX's style sheet
 */
export function formulaText(number: number, mathml = false): string {
  const [first, second, third] = Array.from({ length: PER_TEXT }, (_, at) => formulaAt(number * PER_TEXT + at))
  const place = places[number % places.length]!
  return render(
    `The value of $${first}$ is to be found, where [a link](/courses) stands.\n\n$$\n${second}\n$$\n\n${place(third!)}`,
    { mathml },
  )
}

/** Renders an option of a question that is one formula. */
export function formulaOption(number: number): string {
  return render(`$${formulaAt(number)}$`, { inline: true })
}

function formulaAt(index: number): string {
  return examFormulas[index % examFormulas.length]!
}

function render(text: string, how: { inline?: boolean; mathml?: boolean }): string {
  const { html, problems } = renderMarkdown(text, { ...how, resolveMedia: () => 'no media' })
  if (problems.length > 0) throw new Error(`${text}\n${problems.map(({ message }) => message).join('\n')}`)
  return html
}
