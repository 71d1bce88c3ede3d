import { languageOf } from './languages.ts'

/** Part of a text with its language; undefined in the language of its surroundings, which is English. */
export interface Run {
  text: string
  language: string | undefined
}

/** Words in other scripts one after the other, with the spaces and signs between them. */
const words =
  /[\u0600-\u06ff\u0900-\u0d7f][\u0600-\u06ff\u0900-\u0d7f\u200c\u200d]*(?:[^\p{L}\p{M}]+[\u0600-\u06ff\u0900-\u0d7f][\u0600-\u06ff\u0900-\u0d7f\u200c\u200d]*)*/gu

const other = /[\u0600-\u06ff\u0900-\u0d7f]/g
const letter = /\p{L}/u

/**
 * Divides a text by language. A sentence or line with mostly letters of another script is one run with the English words
 * in it; in any other, each group of words in another script is a run.
 */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const sentence of sentencesOf(text)) {
    if (isMostlyLatin(sentence)) addWords(runs, sentence)
    else addScripts(runs, sentence)
  }
  return runs
}

/** True when most letters of the text are Latin ones. Vowel signs are no letters: Indian scripts have many. */
export function isMostlyLatin(text: string): boolean {
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  return latin > (text.match(/\p{L}/gu)?.length ?? 0) - latin
}

/** True of a run that says something, unlike numbers and signs between others. */
export function hasLetters({ text }: Run): boolean {
  return letter.test(text)
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let sentence = ''
  for (const [word] of text.matchAll(/^\s+|\S+\s*/g)) {
    sentence += word
    if (!/[.!?\u0964\u0965\u061f]['")\]\u2019\u201d]?\s+$|\n/.test(word)) continue
    sentences.push(sentence)
    sentence = ''
  }
  return sentence ? [...sentences, sentence] : sentences
}

/** Adds a text that is in other scripts, by script. */
function addScripts(runs: Run[], text: string): void {
  for (const part of scriptsIn(text)) {
    const start = part.length - part.trimStart().length
    const end = Math.max(start, part.trimEnd().length)
    add(runs, part.slice(0, start), undefined)
    add(runs, part.slice(start, end), languageOf(part))
    add(runs, part.slice(end), undefined)
  }
}

/** Parts of a text that each have one other script. */
function scriptsIn(text: string): string[] {
  const parts: string[] = []
  let script: number | undefined
  let start = 0
  for (const { 0: character, index } of text.matchAll(other)) {
    // Scripts have 128 code points each, Arabic 256; the danda belongs to several.
    const code = character.charCodeAt(0)
    if (code === 0x964 || code === 0x965) continue
    const next = code < 0x700 ? 0 : code >> 7
    if (script !== undefined && next !== script) {
      parts.push(text.slice(start, index))
      start = index
    }
    script = next
  }
  return [...parts, text.slice(start)]
}

function addWords(runs: Run[], text: string): void {
  let done = 0
  for (const { 0: run, index } of text.matchAll(words)) {
    add(runs, text.slice(done, index), undefined)
    addScripts(runs, run)
    done = index + run.length
  }
  add(runs, text.slice(done), undefined)
}

/** Adds a run, to the one before where both are in one language with at most spaces, numbers and signs between them. */
function add(runs: Run[], text: string, language: string | undefined): void {
  if (text === '') return
  const last = runs.at(-1)
  const before = runs.at(-2)
  if (last?.language === language && last) last.text += text
  else if (language && last && before?.language === language && !hasLetters(last)) {
    runs.pop()
    before.text += last.text + text
  } else runs.push({ text, language })
}
