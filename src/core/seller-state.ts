import { codeOf, nameOf, states } from '#lib/both/gst-states.ts'

/** Names of states that sellers may print in place of those of the list: later, earlier and longer ones. */
const otherNames: Record<string, string[]> = {
  '05': ['Uttaranchal'],
  '07': ['New Delhi', 'NCT of Delhi'],
  '21': ['Orissa'],
  '32': ['Keralam'],
  '34': ['Pondicherry'],
}

/** A seller's place is in India. */
const OUTSIDE_INDIA = '96'

const stateWith = (code: string) => states.find((state) => codeOf(state) === code && code !== OUTSIDE_INDIA)

/** A name for comparison: without case, with single spaces, '&' as 'and'. */
const comparable = (name: string) => name.toLowerCase().replace(/&/g, ' and ').split(/\s+/).join(' ').trim()

/**
 * Compares the tax settings of a seller with the list of states, and with each other: the state decides between CGST with
 * SGST and IGST, and the GSTIN is printed on the same invoice.
 * @param state GST code and name, such as '32 Kerala'
 * @returns what is wrong, in a line that names the setting; undefined when all is well
 */
export function sellerProblem(state: string, gstin: string | undefined): string | undefined {
  const known = stateWith(codeOf(state))
  if (!known) return `SELLER_STATE must begin with the GST code of a state or union territory (it is '${state}')`
  const names = [nameOf(known), ...(otherNames[codeOf(known)] ?? [])].map(comparable)
  if (!names.includes(comparable(nameOf(state))))
    return `SELLER_STATE must have the code and the name of the same state: ${codeOf(known)} is ${nameOf(known)} (it is '${state}')`
  if (gstin === undefined || codeOf(gstin) === codeOf(known)) return undefined
  const registered = stateWith(codeOf(gstin))
  return registered
    ? `SELLER_STATE must be the state of SELLER_GSTIN, which is '${registered}' (it is '${state}')`
    : `SELLER_GSTIN must begin with the GST code of a state or union territory (it is '${gstin}')`
}
