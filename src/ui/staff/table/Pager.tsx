import { useEffect, useEffectEvent, type MouseEvent, type ReactNode } from 'react'
import type { AddressState } from '#lib/browser/address-state.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import ChevronLeftIcon from 'virtual:lucide/chevron-left'
import ChevronRightIcon from 'virtual:lucide/chevron-right'

export interface PagerProps<Values> {
  /** Has `page`, from 1. */
  address: AddressState<Values & { page: number }>
  page: number
  /** There is another page after this one. */
  hasMore: boolean
  /** Between the two: 'Page 2 of 9', where the number of pages is known. */
  last?: number
}

/** Pages of a list that counts them; nothing where there is one. */
export function Pager<Values>({ address, page, hasMore, last }: PagerProps<Values>) {
  const to = (number: number) => ({ page: number }) as Partial<Values & { page: number }>
  return (
    <Ends
      address={address}
      before={page > 1 ? to(page - 1) : undefined}
      after={hasMore ? to(page + 1) : undefined}
      words={['Previous page', 'Next page']}
    >
      {`Page ${page}${last ? ` of ${last}` : ''}`}
    </Ends>
  )
}

export interface KeysetPagerProps<Values> {
  address: AddressState<Values>
  /** What the address says there: `{ after: '…', before: '' }`; undefined where nothing is newer. */
  newer: Partial<Values> | undefined
  older: Partial<Values> | undefined
  /** What the two are called, where the newest do not come first. */
  words?: [newer: string, older: string]
}

/** Pages of a list that goes on from a row. */
export function KeysetPager<Values>(props: KeysetPagerProps<Values>) {
  const { address, newer, older, words = ['Newer', 'Older'] } = props
  return <Ends address={address} before={newer} after={older} words={words} />
}

interface EndsProps<Values> {
  address: AddressState<Values>
  before: Partial<Values> | undefined
  after: Partial<Values> | undefined
  words: [before: string, after: string]
  children?: ReactNode
}

function Ends<Values>({ address, before, after, words, children }: EndsProps<Values>) {
  const [wordBefore, wordAfter] = words
  const [hasBefore, hasAfter] = [before !== undefined, after !== undefined]
  const back = useEffectEvent(() => before && go(address, before))
  const on = useEffectEvent(() => after && go(address, after))
  useEffect(
    () =>
      bindKeys([
        ...(hasBefore ? [{ keys: 'p', does: wordBefore, run: () => back() }] : []),
        ...(hasAfter ? [{ keys: 'n', does: wordAfter, run: () => on() }] : []),
      ]),
    [hasBefore, hasAfter, wordBefore, wordAfter],
  )
  if (!before && !after) return null
  return (
    <nav aria-label="Pages" className="mt-3 flex items-center justify-between gap-3 text-sm">
      <End address={address} change={before}>
        <ChevronLeftIcon className="size-4" />
        {words[0]}
      </End>
      <span className="tabular-nums text-muted">{children}</span>
      <End address={address} change={after}>
        {words[1]}
        <ChevronRightIcon className="size-4" />
      </End>
    </nav>
  )
}

function go<Values>(address: AddressState<Values>, change: Partial<Values>): void {
  address.set(change)
  scrollTo({ top: 0 })
}

interface EndProps<Values> {
  address: AddressState<Values>
  change: Partial<Values> | undefined
  children: ReactNode
}

/** A link, so that it can be opened beside; followed here it changes the list in place. */
function End<Values>({ address, change, children }: EndProps<Values>) {
  const className = 'btn btn-ghost gap-1 font-medium'
  if (!change)
    return (
      <span aria-hidden="true" className={`${className} btn-disabled`}>
        {children}
      </span>
    )
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    go(address, change)
  }
  return (
    <a href={address.href(change)} className={className} onClick={follow}>
      {children}
    </a>
  )
}
