import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ApiError, forbidden, invalid, tooMany } from '#lib/both/calls/errors.ts'
import type { Loaded } from '#lib/browser/call/loading.ts'
import type { Column } from './columns.ts'
import { sortingOf, sortOf } from './columns.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'

interface Learner {
  id: number
  name: string
  paid: number
}

const columns: Column<Learner>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, sortable: true },
  { id: 'paid', header: 'Paid', cell: ({ paid }) => `₹${paid}`, sortable: 'desc', align: 'end' },
  { id: 'city', header: 'City', cell: () => 'Kochi', from: 'lg' },
]
const rows = [
  { id: 7, name: 'Anu', paid: 499 },
  { id: 9, name: 'Jo', paid: 0 },
]

const drawn = (loaded: Loaded<Learner[]>, more: Partial<DataTableProps<Learner, Learner[]>> = {}) =>
  renderToStaticMarkup(
    <DataTable
      caption="Learners"
      columns={columns}
      loaded={loaded}
      rowsOf={(shown) => shown}
      rowKey={({ id }) => id}
      onRetry={() => {}}
      {...more}
    />,
  )
const shown = { is: 'shown', shown: rows } as const

/** What stands between tags. */
const words = (html: string) => [...html.matchAll(/>([^<>]+)</g)].map(([, text]) => text)

describe('a table', () => {
  it('says what it lists, and has each row’s cells with the names of their columns for cards', () => {
    const html = drawn(shown)
    expect(html).toContain('<caption class="sr-only">Learners</caption>')
    expect(html.match(/<th\b[^>]*scope="col"/g)).toHaveLength(3)
    expect(words(html.slice(html.indexOf('<tbody')))).toEqual([
      ...['Anu', 'Paid', '₹499', 'City', 'Kochi'],
      ...['Jo', 'Paid', '₹0', 'City', 'Kochi'],
    ])
  })

  it('has one link a row, in its first cell', () => {
    const html = drawn(shown, { rowHref: ({ id }) => `/staff/learners/${id}` })
    expect([...html.matchAll(/<a href="([^"]+)"[^>]*>([^<]+)</g)].map(([, to, name]) => [to, name])).toEqual([
      ['/staff/learners/7', 'Anu'],
      ['/staff/learners/9', 'Jo'],
    ])
  })

  it('says by which column it is sorted, and offers that of those alone that can be', () => {
    const html = drawn(shown, { sort: '-paid', onSort: () => {} })
    const heads = [...html.matchAll(/<th\b([^>]*)>(<button)?/g)].map(([, attributes, button]) => [
      /aria-sort="(\w+)"/.exec(attributes!)?.[1],
      button !== undefined,
    ])
    expect(heads).toEqual([
      [undefined, true],
      ['descending', true],
      [undefined, false],
    ])
  })

  it('has boxes for rows that can be chosen, and what can be done with those that are', () => {
    const html = drawn(shown, { selected: [9], onSelect: () => {}, bulk: (keys) => `Close ${keys.join()}` })
    const boxes = [...html.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box.includes('checked'))
    expect(boxes).toEqual([false, false, true])
    expect(words(html)).toEqual(expect.arrayContaining(['1 chosen', 'Close 9']))
  })

  it('says that it is loading, and shows where rows will be', () => {
    const html = drawn({ is: 'loading' })
    expect(html).toContain('aria-busy="true"')
    expect(html.match(/<tr aria-hidden="true"/g)).toHaveLength(8)
    expect(words(html)).toContain('Loading')
  })

  it('says that it could not be loaded, and why, with a way to try again', () => {
    expect(words(drawn({ is: 'failed', unreachable: true, error: new Error() }))).toEqual(
      expect.arrayContaining(['The server cannot be reached', 'Try again']),
    )
    expect(words(drawn({ is: 'failed', unreachable: false, error: new Error() }))).toContain(
      'This list could not be loaded',
    )
  })

  it('says that a role may not see it, without a way to try again', () => {
    const shown = words(
      drawn({ is: 'failed', unreachable: false, error: forbidden('Your role does not allow this', 'wrong_role') }),
    )
    expect(shown).toContain('This list is not available to your role')
    expect(shown).not.toContain('Try again')
  })

  it('gives the reason of a refused search, and no reason of a failure', () => {
    const failed = (error: Error) => words(drawn({ is: 'failed', unreachable: false, error }))
    expect(failed(invalid({ words: 'Please enter a name' }))).toContain('Please enter a name')
    expect(failed(tooMany('You are doing this too often.', 60))).toContain('You are doing this too often.')
    expect(failed(new ApiError(500, 'Something went wrong.'))).not.toContain('Something went wrong.')
  })

  it('says that there is nothing, in the words of its screen', () => {
    expect(words(drawn({ is: 'shown', shown: [] }))).toContain('Nothing here')
    expect(words(drawn({ is: 'shown', shown: [] }, { empty: <p>No learner is called so.</p> }))).toContain(
      'No learner is called so.',
    )
  })
})

describe('an order', () => {
  it.each(['', 'name', '-paid'])('is written as an address has it: "%s"', (sort) => {
    expect(sortOf(sortingOf(sort))).toBe(sort)
  })
})
