/**
 * What a call's contract says of a field of its body, as far as a form can know it before it is sent. The words are the
 * contract's where it has words. Made by src/lib/server/forms/form-rules.ts when a page is drawn.
 */
export interface FieldRule {
  type: 'text' | 'number' | 'boolean' | 'yes-no' | 'list'
  /** What is sent of a field that is left empty: nothing at all, null, or what an empty field holds. */
  empty: 'left out' | 'null' | 'itself'
  /** What somebody reads who leaves it empty, where it must not be. */
  required?: string
  /** Of a number. */
  least?: Bound
  most?: Bound
  /** Of a number: values outside these bounds that are accepted. */
  also?: readonly number[]
  /** Of a number: without decimals. */
  whole?: boolean
  /** Characters of a text, or entries of a list. */
  shortest?: Bound
  longest?: Bound
  /** A regular expression. */
  pattern?: { source: string; says: string }
}

export interface Bound {
  value: number
  says: string
}

/** By the names of the body's fields. */
export type FormRules = Record<string, FieldRule>
