import { jsonOf } from '#lib/server/stored.ts'
import type { PackQuestion } from '../pack.ts'
import { packText, unpackText } from './packed-text.ts'

interface Packed {
  texts: string[]
  source?: PackQuestion['source']
}

/**
 * A question of a pack whose texts are unpacked when somebody asks for them. A bank of questions with formulas is some
 * kilobytes of HTML a question, all of which would otherwise lie in memory from the check to the import.
 */
export class PackedQuestion implements PackQuestion {
  readonly key: string
  readonly where: string
  readonly #packed: Buffer
  readonly #right: boolean[]

  constructor({ key, where, contentHtml, explanationHtml, options, source }: PackQuestion) {
    this.key = key
    this.where = where
    this.#right = options.map(({ isAnswer }) => isAnswer)
    const texts = [contentHtml, explanationHtml, ...options.map((option) => option.contentHtml)]
    this.#packed = packText(JSON.stringify({ texts, source }))
  }

  get contentHtml(): string {
    return this.#text(0)
  }

  get explanationHtml(): string {
    return this.#text(1)
  }

  get options(): PackQuestion['options'] {
    const texts = this.#read().texts.slice(2)
    return this.#right.map((isAnswer, position) => ({ contentHtml: texts[position] ?? '', isAnswer }))
  }

  get source(): PackQuestion['source'] {
    return this.#read().source
  }

  /** All of it, for whoever writes it down whole. */
  toJSON(): PackQuestion {
    const { key, contentHtml, explanationHtml, options, where, source } = this
    return { key, contentHtml, explanationHtml, options, where, source }
  }

  #text(at: number): string {
    return this.#read().texts[at] ?? ''
  }

  #read(): Packed {
    // It is what the constructor packed.
    return jsonOf(unpackText(this.#packed)) as Packed
  }
}
