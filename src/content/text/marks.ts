/** Marks as whole units, `unitsPerMark` of them a mark, so that a third of a mark is exact. */
export interface Marks {
  unitsPerMark: number
  correctUnits: number
  /** Subtracted for a wrong answer. */
  wrongUnits: number
}

/** Marks are at most this many, and a mark has at most this many parts; sums then stay far inside an integer. */
const MOST = 1000

type Fraction = [numerator: number, denominator: number]

/**
 * Finds the smallest unit that both numbers are whole multiples of: 1 and '1/3' give 3 units a mark, 3 and 1.
 * @throws RangeError with what is wrong
 */
export function marksOf(correct: number | string, wrong: number | string = 0): Marks {
  const [correctTop, correctBottom] = fractionOf(correct)
  const [wrongTop, wrongBottom] = fractionOf(wrong)
  if (correctTop === 0) throw new RangeError('a right answer must give more than 0 marks')
  const unitsPerMark = (correctBottom * wrongBottom) / divisor(correctBottom, wrongBottom)
  if (unitsPerMark > MOST) throw new RangeError(`a mark can have at most ${MOST} parts`)
  return {
    unitsPerMark,
    correctUnits: (correctTop * unitsPerMark) / correctBottom,
    wrongUnits: (wrongTop * unitsPerMark) / wrongBottom,
  }
}

/** A number with up to three decimals, or a fraction of whole numbers, in lowest terms. */
function fractionOf(given: number | string): Fraction {
  const text = String(given)
  const parts = /^(\d{1,4})(?:\.(\d{1,3})|\/([1-9]\d{0,3}))?$/.exec(text)
  if (!parts) throw new RangeError(`'${text}' is not a number such as 1 or 0.25, or a fraction such as 1/3`)
  const [, whole = '', decimals = '', below] = parts
  const bottom = below ? Number(below) : 10 ** decimals.length
  const top = below ? Number(whole) : Number(whole + decimals)
  if (top > MOST * bottom) throw new RangeError(`'${text}' is more than ${MOST} marks`)
  const common = divisor(top, bottom)
  return [top / common, bottom / common]
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
