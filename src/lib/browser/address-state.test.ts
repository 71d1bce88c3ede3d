import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressState, day, flag, matching, number, oneOf, readQuery, words, writeQuery } from './address-state.ts'

const schema = {
  search: words('', 10),
  status: oneOf('open', 'closed', ''),
  from: day(),
  mine: flag(),
  course: matching(/^\d+$/),
  page: number(1),
}
const plain = { search: '', status: 'open', from: '', mine: false, course: '', page: 1 } as const

describe('what an address says', () => {
  it('is what the fields are by themselves where it says nothing', () => {
    expect(readQuery(schema, '')).toEqual(plain)
  })

  it('is read by the kind of each field', () => {
    const query = '?search=anu%20k&status=closed&from=2026-11-20&mine=1&course=7&page=3'
    const said = { search: 'anu k', status: 'closed', from: '2026-11-20', mine: true, course: '7', page: 3 } as const
    expect(readQuery(schema, query)).toEqual(said)
    expect(readQuery(schema, writeQuery(schema, said))).toEqual(said)
  })

  it.each([
    'status=opened',
    'from=2026-02-30',
    'from=yesterday',
    'mine=yes',
    'course=all',
    'page=0',
    'page=-1',
    'page=1e3',
    'page=99999999999',
    'page=',
  ])('is as by itself where it is wrong: %s', (query) => {
    expect(readQuery(schema, `?${query}`)).toEqual(plain)
  })

  it('is cut where it is too long', () => {
    expect(readQuery(schema, `?search=${'x'.repeat(99)}`).search).toBe('x'.repeat(10))
  })
})

describe('what is written to an address', () => {
  it('leaves out what is as by itself, and keeps what is no field of the screen', () => {
    expect(writeQuery(schema, plain)).toBe('')
    expect(writeQuery(schema, { ...plain, search: 'a&b', mine: true }, '?tab=notes&search=old')).toBe(
      '?tab=notes&search=a%26b&mine=1',
    )
  })

  it('says an empty choice that is not the first', () => {
    expect(writeQuery(schema, { ...plain, status: '' })).toBe('?status=')
    expect(readQuery(schema, '?status=').status).toBe('')
  })
})

describe('the state of an address', () => {
  let heard: EventTarget
  const address = { pathname: '/staff/learners', search: '', hash: '' }
  const written: string[] = []
  const write = (how: string) => (_state: unknown, _title: string, to: string) => {
    written.push(`${how} ${to}`)
    address.search = new URL(to, 'http://site.test').search
  }

  beforeEach(() => {
    heard = new EventTarget()
    Object.assign(address, { search: '', hash: '' })
    written.length = 0
    vi.stubGlobal('location', address)
    vi.stubGlobal('history', { state: null, pushState: write('push'), replaceState: write('replace') })
    vi.stubGlobal('addEventListener', heard.addEventListener.bind(heard))
    vi.stubGlobal('removeEventListener', heard.removeEventListener.bind(heard))
    vi.stubGlobal('dispatchEvent', heard.dispatchEvent.bind(heard))
  })
  afterEach(() => vi.unstubAllGlobals())

  it('reads the address, follows Back and writes what changes', () => {
    address.search = '?search=anu&page=2'
    const state = addressState(schema)
    const shown: unknown[] = []
    const leave = state.$values.subscribe(({ search, page }) => shown.push([search, page]))
    state.set({ page: 3 })
    address.search = '?search=anu&page=2'
    heard.dispatchEvent(new Event('popstate'))
    leave()
    expect(shown).toEqual([
      ['anu', 2],
      ['anu', 3],
      ['anu', 2],
    ])
    expect(written).toEqual(['push /staff/learners?search=anu&page=3'])
  })

  it('begins another list at its beginning, and makes no step of what is typed', () => {
    address.search = '?page=4&tab=notes'
    const state = addressState(schema)
    state.set({ search: 'anu' }, 'replace')
    state.set({ search: 'anu' })
    expect(written).toEqual(['replace /staff/learners?tab=notes&search=anu'])
    expect(state.href({ page: 2 })).toBe('/staff/learners?tab=notes&search=anu&page=2')
  })

  it('knows what differs from how it is by itself, and clears that alone', () => {
    address.search = '?mine=1&tab=notes'
    const state = addressState(schema)
    const leave = state.$values.subscribe(() => {})
    expect([state.differs(), state.differs(['search'])]).toEqual([true, false])
    state.clear()
    expect(state.differs()).toBe(false)
    leave()
    expect(written).toEqual(['push /staff/learners?tab=notes'])
  })

  it('is one for all parts of a screen that read the same address', () => {
    const [one, other] = [addressState(schema), addressState({ tab: oneOf('notes', 'log') })]
    const leave = one.$values.subscribe(() => {})
    other.set({ tab: 'log' })
    one.set({ page: 2 })
    expect(written.at(-1)).toBe('push /staff/learners?tab=log&page=2')
    leave()
  })
})
