import type { ReactNode } from 'react'
import { usePainted } from '#lib/browser/use-painted.ts'

export interface InTwoStepsProps<Item> {
  items: readonly Item[]
  /** Number of items that the first screen shows. */
  first: number
  children: (item: Item) => ReactNode
}

/** Renders the first items of a list, and the others once those are painted: a long list must not be one long task. */
export function InTwoSteps<Item>({ items, first, children }: InTwoStepsProps<Item>) {
  return (usePainted() ? items : items.slice(0, first)).map(children)
}
