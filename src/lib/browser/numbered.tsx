import type { ComponentType } from 'react'
import { numbersOfAddress } from './numbers.ts'

/** An island that gets its properties from the numbers in the address of its page. */
export function numbered<Props extends object>(Island: ComponentType<Props>, propsOf: (...numbers: number[]) => Props) {
  return () => <Island {...propsOf(...numbersOfAddress())} />
}
