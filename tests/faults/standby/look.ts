import { setTimeout as pause } from 'node:timers/promises'
import { checkPurchaseStatus, getCourse, listCourses, listMyCourses } from '#features/catalogue/catalogue.contract.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { callsThrough } from '../../support/api/calls.ts'
import { editionOf } from './edition.ts'

export interface Shop {
  url: string
  /** A learner who has bought the course that is always there. */
  token: string
  ids: { kept: number; other: number }
}

/** What one place of the site showed, in the order in which it did. */
export interface Seen {
  place: string
  /** Seconds after the import; undefined while the old edition is shown. */
  newAfter: number | undefined
  /** How often an older edition came after a newer one. */
  wentBack: number
  /** Answers that were 5xx or said two things at once. */
  wrong: string[]
  slowestMs: number
  last: number
}

type Place = (shop: Shop, editions: readonly [number, number]) => Promise<{ edition: number; wrong?: string }>

const numberIn = (text: string) => Number(/Polity of edition (\d+)/.exec(text)?.[1] ?? -1)

async function page(url: string, ...allowed: number[]): Promise<{ status: number; text: string; wrong?: string }> {
  const reply = await fetch(url)
  const text = await reply.text()
  const isFine = reply.status === 200 || allowed.includes(reply.status)
  return { status: reply.status, text, ...(!isFine && { wrong: `${reply.status}` }) }
}

/** Of two editions the one that has the other course, or lacks it. */
const whichHas = (has: boolean, editions: readonly number[]) => editions.find((one) => editionOf(one).hasOther === has)!

const callsOf = ({ url }: Shop) => callsThrough((target, init) => fetch(url + target, init))

/** The catalogue, which the standby may serve. */
const catalogue: Record<string, Place> = {
  'course page': async ({ url, ids }) => {
    const { text, wrong } = await page(`${url}/courses/${ids.kept}`)
    return { edition: numberIn(text), ...(wrong && { wrong }) }
  },
  'course list, searched': async ({ url }) => {
    const { text, wrong } = await page(`${url}/courses?search=Constitution`)
    return { edition: numberIn(text), ...(wrong && { wrong }) }
  },
  'search page': async ({ url }) => {
    const { text, wrong } = await page(`${url}/search?q=Constitution`)
    return { edition: numberIn(text), ...(wrong && { wrong }) }
  },
  'page of the course that comes and goes': async ({ url, ids }, editions) => {
    const { status, wrong } = await page(`${url}/courses/${ids.other}`, 404)
    return { edition: whichHas(status === 200, editions), ...(wrong && { wrong }) }
  },
  sitemap: async ({ url, ids }, editions) => {
    const { text, wrong } = await page(`${url}/sitemap.xml`)
    return { edition: whichHas(text.includes(`/courses/${ids.other}<`), editions), ...(wrong && { wrong }) }
  },
  'call of the list': async (shop) => {
    const { status, body } = await callsOf(shop)(listCourses, { query: { search: 'Constitution' } })
    const found = status === 200 ? body.data.find(({ id }) => id === shop.ids.kept) : undefined
    const edition = numberIn(found?.title ?? '')
    const isOne = found !== undefined && Math.abs(editionOf(edition).price - found.price_incl_gst) < 1
    return { edition, ...(!isOne && { wrong: `${status}: ${found?.title} for ${found?.price_incl_gst}` }) }
  },
  'call of the course': async (shop) => {
    const { status, body } = await callsOf(shop)(getCourse, { params: { id: shop.ids.kept } }, shop)
    const { course_details: course, course_status } = status === 200 ? body.page_content : {}
    const edition = numberIn(course?.title ?? '')
    const isOne = course && Math.abs(editionOf(edition).price - course.pricegst) < 1 && course_status === 'Active'
    return { edition, ...(!isOne && { wrong: `${status}: ${course?.title}, ${course_status}` }) }
  },
}

/** What is a learner's, which the primary serves. */
export const ownThings: Record<string, Place> = {
  'price at the till': async (shop) => {
    const { status, body } = await callsOf(shop)(checkPurchaseStatus, { query: { id: shop.ids.kept } }, shop)
    const course = status === 200 ? body.course_details : undefined
    const edition = numberIn(course?.title ?? '')
    const isOne = course && Math.abs(editionOf(edition).price - course.pricegst) < 1
    return { edition, ...(!isOne && { wrong: `${status}: ${course?.title} for ${course?.pricegst}` }) }
  },
  'my courses': async (shop) => {
    const { status, body } = await callsOf(shop)(listMyCourses, {}, shop)
    const edition = numberIn(status === 200 ? (body.data[0]?.title ?? '') : '')
    return { edition, ...(status !== 200 && { wrong: `${status}` }) }
  },
}

/** Looks at all places again and again while the edition changes from the first to the second, until `isOver` says so. */
export async function watch(
  shop: Shop,
  editions: readonly [number, number],
  isOver: (seen: Seen[], seconds: number) => boolean,
): Promise<Seen[]> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / SECOND
  const places = Object.entries({ ...catalogue, ...ownThings })
  const seen = places.map(([place]): Seen => ({
    place,
    newAfter: undefined,
    wentBack: 0,
    wrong: [],
    slowestMs: 0,
    last: editions[0],
  }))
  while (!isOver(seen, seconds())) {
    await Promise.all(
      places.map(async ([, look], at) => {
        const asked = performance.now()
        const facts = seen[at]!
        const { edition, wrong } = await look(shop, editions).catch((error: unknown) => ({
          edition: facts.last,
          wrong: String(error),
        }))
        facts.slowestMs = Math.max(facts.slowestMs, performance.now() - asked)
        if (wrong !== undefined) return facts.wrong.push(wrong)
        if (edition < facts.last) facts.wentBack += 1
        if (edition === editions[1]) facts.newAfter ??= seconds()
        facts.last = edition
      }),
    )
    await pause(200)
  }
  return seen
}
