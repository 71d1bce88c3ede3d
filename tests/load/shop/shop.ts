import { openDatabase } from '#db/open.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { rupees } from '#lib/both/money.ts'
import { agreedPrice } from '#features/purchases/purchases.rules.ts'
import { seedLearners, type SeededLearner } from '../../support/scenes/learners.ts'
import type { Data } from '../candidates.ts'
import { browserHeaders } from '../requests/replies.ts'
import { figure, type Columns, type Result } from '../results.ts'
import { inTurn } from '../requests/rounds.ts'
import type { Section } from '../run/section.ts'
import type { Product } from '../run/stage.ts'

/** Learners who buy at once. */
const BUYERS = 64
/** Courses that each of them buys, one after the other. */
const EACH = 8
/** Purchases of the learner who has bought most. */
const MANY = 1000
const SECONDS = 4

/** Purchases from the order to the grant, and the longest list of purchases. */
export const shop: Section = {
  name: 'shop',
  title: 'Purchases',
  run: (stage) => stage.withProducts('sqlite', seedShop, measured),
}

interface Shop {
  buyers: SeededLearner[]
  courses: { id: number; price: number; pricegst: number }[]
  collector: SeededLearner
}

/** Puts buyers, and a learner with a thousand purchases, into the data of a stopped server. */
async function seedShop(data: Data): Promise<Shop> {
  const { db, close } = await openDatabase(data)
  try {
    const [collector, ...buyers] = await seedLearners(db, BUYERS + 1)
    const courses = await db
      .selectFrom('courses')
      .select(['id', 'price_paise', 'offer_price_paise', 'gst_percent'])
      .where('retired', '=', 0)
      .orderBy('id')
      .limit(EACH)
      .execute()
    const now = Date.now()
    for (let number = 0; number < MANY; number += 1) {
      const course = courses[number % courses.length]!
      const agreed = agreedPrice(course)
      const { id } = await db
        .insertInto('purchases')
        .values({
          user_id: collector!.id,
          course_id: course.id,
          ...agreed,
          payment_status: 'closedpymnt',
          sale_staff: null,
          created_at: now - number * DAY,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('payments')
        .values({
          purchase_id: id,
          order_id: null,
          provider: 'desk',
          provider_payment_id: `bench-${id}`,
          amount_paise: agreed.total_paise,
          status: 'granted',
          reason: null,
          refund_id: null,
          refund_at: null,
          invoice_number: `BENCH/${id}`,
          captured_at: now - number * DAY,
        })
        .execute()
    }
    return {
      collector: collector!,
      buyers,
      courses: courses.map((course) => {
        const { offer_paise, total_paise } = agreedPrice(course)
        return { id: course.id, price: rupees(offer_paise), pricegst: rupees(total_paise) }
      }),
    }
  } finally {
    await close()
  }
}

async function measured(products: Product<Shop>[]): Promise<Result[]> {
  const bought: Partial<Record<keyof Columns, Bought>> = {}
  for (const { column, url, scene } of products) bought[column] = await buy(url, scene)
  const of = (measure: keyof Bought): Columns => ({ new: bought.new![measure], old: bought.old?.[measure] })
  const list = await inTurn(products, ({ url, scene: { collector } }) => ({
    url: `${url}/api/v1/user/customerpurchasehistorylist/${collector.id}?page=50&perPage=10`,
    connections: BUYERS,
    seconds: SECONDS,
    headers: { ...browserHeaders, authorization: `Bearer ${collector.token}` },
  }))
  return [
    figure('purchases from order to grant', of('perSecond'), 'purchases/s'),
    figure('calls of the purchase flow', of('callsPerSecond'), 'requests/s'),
    figure('purchase flow call, 99th percentile', of('p99Ms'), 'ms'),
    figure('purchase flow, failed', of('failures'), 'requests', { atMost: 0 }),
    figure(`page 50 of ${MANY} purchases`, list.perSecond, 'requests/s'),
    figure(`page 50 of ${MANY} purchases, 99th percentile`, list.p99Ms, 'ms', { atMost: 50 }),
    figure(`page 50 of ${MANY} purchases, processor`, list.processorMs, 'ms/request'),
    figure(`page 50 of ${MANY} purchases, failed`, list.failures, 'requests', { atMost: 0 }),
  ]
}

type Bought = Record<'perSecond' | 'callsPerSecond' | 'p99Ms' | 'failures', number>

/** Many learners buy at once, from the order to the granted course. */
async function buy(url: string, { buyers, courses }: Shop): Promise<Bought> {
  const took: number[] = []
  let failures = 0
  const ask = async (path: string, body: object, token?: string) => {
    const began = performance.now()
    const reply = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const json = (await reply.json()) as Record<string, string | number>
    took.push(performance.now() - began)
    if (!reply.ok) failures += 1
    return json
  }
  const began = performance.now()
  await Promise.all(
    buyers.map(async ({ id, token }) => {
      for (const course of courses) {
        const order = await ask(
          '/api/v1/user/product/create',
          {
            buyer_id: id,
            content: course.id,
            payment_mode: 'online_payment',
            price: course.price,
            price_gst: course.pricegst,
          },
          token,
        )
        const payment = await ask(`/sandbox/orders/${order.order_id}/pay`, { outcome: 'success', webhook: 'never' })
        const told = await ask(
          '/api/v1/user/product/payment',
          {
            transaction_id: order.transactionid,
            order_id: order.order_id,
            amount: course.pricegst,
            reference_id: payment.razorpay_payment_id,
            signature: payment.razorpay_signature,
            status: 'success',
          },
          token,
        )
        if (told.outcome !== 'granted') failures += 1
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  took.sort((a, b) => a - b)
  return {
    perSecond: (buyers.length * courses.length) / seconds,
    callsPerSecond: took.length / seconds,
    p99Ms: took[Math.floor(took.length * 0.99)] ?? 0,
    failures,
  }
}
