import { codeOf, states } from '#lib/both/gst-states.ts'

/**
 * Where a course is supplied to a learner, who is not registered for GST: in the state that they named, which is the
 * address on record (IGST Act, section 12(2)(b)(i), with rule 46(f) of the CGST Rules and circular 242/36/2024-GST);
 * where none was, in the seller's own (section 12(2)(b)(ii)). For learners abroad it is where they are (section 13(2)).
 * @param named its code
 * @param own the seller's state, as the settings have it: '32 Kerala'
 */
export function placeOfSupply(named: string | null, own: string): string {
  if (named === null || named === codeOf(own)) return own
  return states.find((state) => codeOf(state) === named) ?? own
}
