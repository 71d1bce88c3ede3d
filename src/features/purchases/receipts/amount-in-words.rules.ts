const small = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Indian groups, the largest first. */
const groups: [number, string][] = [
  [10_000_000, 'crore'],
  [100_000, 'lakh'],
  [1000, 'thousand'],
  [100, 'hundred'],
]

/** `Rupees four thousand seven hundred eighteen and eighty-two paise only`, as invoices say it. @param paise whole */
export function amountInWords(paise: number): string {
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const parts = [
    ...(rupees > 0 || rest === 0 ? [`rupees ${numberInWords(rupees)}`] : []),
    ...(rest > 0 ? [`${numberInWords(rest)} ${rest === 1 ? 'paisa' : 'paise'}`] : []),
  ]
  const text = `${parts.join(' and ')} only`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function numberInWords(value: number): string {
  if (value === 0) return 'zero'
  for (const [size, name] of groups) {
    if (value < size) continue
    const rest = value % size
    return `${numberInWords(Math.floor(value / size))} ${name}${rest > 0 ? ` ${numberInWords(rest)}` : ''}`
  }
  if (value < 20) return small[value]!
  return [tens[Math.floor(value / 10)], small[value % 10]].filter(Boolean).join('-')
}
