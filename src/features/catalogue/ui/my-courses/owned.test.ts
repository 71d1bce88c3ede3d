import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** What the server answers; nothing where it cannot be reached. */
let answer: object | undefined

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('fetch', async () => {
    if (!answer) throw new TypeError('Failed to fetch')
    return Response.json(answer)
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** Lets what a script of a page began come to its end. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the page of a course', () => {
  const ledTo = async (course_status: string | undefined) => {
    answer = course_status === undefined ? undefined : { course_status }
    const left: string[] = []
    vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => ({ dataset: { course: '7' } }) })
    vi.stubGlobal('location', { replace: (to: string) => left.push(to) })
    await import('./purchased.ts')
    await settled()
    return left
  }

  it.each(['Active', 'Expired'])('leads a learner whose course is %s to where it is studied', async (status) => {
    expect(await ledTo(status)).toEqual(['/my-courses/7'])
  })

  it.each(['Not Purchased', undefined])('stays where it is not bought, or that cannot be told: %s', async (status) => {
    expect(await ledTo(status)).toEqual([])
  })
})

describe('the top courses', () => {
  /** Five to choose three from, for a learner who owns these; which are shown, and whether the list and the word on none. */
  const shownTo = async (data: number[] | undefined) => {
    answer = data && { status: true, data }
    const tiles = [1, 2, 3, 4, 5].map((id) => ({ dataset: { tile: String(id) }, hidden: id > 3 }))
    const [list, none] = [{ hidden: false }, { hidden: true }]
    const box = {
      dataset: { topCourses: '3' },
      querySelectorAll: () => tiles,
      querySelector: (selector: string) => (selector === '[data-none]' ? none : list),
    }
    vi.stubGlobal('document', { documentElement: { dataset: {} }, querySelector: () => box })
    await import('./owned-courses.ts')
    await settled()
    const shown = tiles.filter(({ hidden }) => !hidden).map(({ dataset }) => Number(dataset.tile))
    return { shown, list: !list.hidden, none: !none.hidden }
  }

  it.each([
    [[2], [1, 3, 4]],
    [[1, 2, 3, 4], [5]],
  ])('give the place of what the learner has to others: %j', async (owned, shown) => {
    expect(await shownTo(owned)).toEqual({ shown, list: true, none: false })
  })

  it('are said to be all owned, with no empty list, which would draw what is said into the heading', async () => {
    expect(await shownTo([1, 2, 3, 4, 5])).toEqual({ shown: [], list: false, none: true })
  })

  it('stay as they are drawn where what the learner has cannot be told', async () => {
    expect(await shownTo(undefined)).toEqual({ shown: [1, 2, 3], list: true, none: false })
  })
})
