import { languageOf } from '#lib/both/text/languages.ts'

/** A course page with less text says too little to learners and search engines. */
const LEAST_WORDS = 80

/** Malayalam, Tamil, Kannada and Telugu write in one word what takes English two or three. */
const LEAST_LONG_WORDS = 40
const longWords = ['ml', 'ta', 'kn', 'te']

/** How many words a Markdown text has, as its language divides them, and how many it should have. */
export function countWords(markdown: string): { words: number; least: number } {
  const said = markdown.replace(/\]\([^)\]]*\)/g, ']').replace(/\$[^$]*\$/g, ' ')
  const words = [...segmenter.segment(said)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
  const long = words.filter((word) => longWords.includes(languageOf(word) ?? '')).length
  return { words: words.length, least: long * 2 > words.length ? LEAST_LONG_WORDS : LEAST_WORDS }
}

/** Of any language with spaces between its words, as those of India have. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
