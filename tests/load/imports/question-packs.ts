import { examHead, smallPack, type PackFiles } from '../../support/packs/pack.ts'

/** Questions of one exam. */
const EXAM_SIZE = 100

export interface BankState {
  /** Questions of the pack. */
  count: number
  /** Returns the word that stands in all texts of a question. */
  wordOf: (index: number) => string
  /** The third option is right instead of the second. */
  isThirdRight: boolean
  /** The options are in reverse order. */
  isReversed: boolean
  /** Options of a question, of four. */
  options: number
}

/** Creates a content pack with many questions, each with four options, in exams of 100 questions. */
export function questionPack(state: BankState): PackFiles {
  const keys = Array.from({ length: state.count }, (_, index) => `bank-${index}`)
  const files: PackFiles = {
    ...smallPack(),
    'questions/bank.yaml': keys.map((key, index) => question(key, state.wordOf(index), state)).join(''),
  }
  for (let from = 0; from < keys.length; from += EXAM_SIZE)
    files[`exams/bank-${from}.yaml`] = exam(`bank-${from}`, keys.slice(from, from + EXAM_SIZE))
  return files
}

function question(key: string, word: string, { isThirdRight, isReversed, options: count }: BankState): string {
  const names = ['first', 'second', 'third', 'fourth'].slice(0, count)
  const options = names.map((option) => `The ${option} ${word} of ${key}`)
  const right = isThirdRight ? 2 : 1
  return `- key: ${key}
  text: The text of ${key} is long enough to be a question, ${word}
  options: [${(isReversed ? options.toReversed() : options).join(', ')}]
  answer: ${'ABCD'[isReversed ? count - 1 - right : right]}
  explanation: The explanation of ${key} says why, ${word}
`
}

function exam(key: string, keys: string[]): string {
  return `${examHead(key)}sections:
  - key: part-a
    title: Part A
    questions: [${keys.join(', ')}]
`
}
