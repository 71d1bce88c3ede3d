import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { checkPurchaseStatus } from '#features/catalogue/catalogue.contract.ts'
import { listPayments } from '#features/purchases/purchases.contract.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { callsThrough } from '../support/api/calls.ts'
import { seedLearners, type SeededLearner } from '../support/scenes/learners.ts'
import { orderCourse, payInSandbox } from '../support/scenes/sandbox-till.ts'
import { demoFolder } from '../support/servers/demo-folder.ts'
import { startServer, type RunningServer } from '../support/servers/server.ts'

/** A server that is killed in the middle of payments, and another on the same data. */

const settings = { CONTENT: 'src/content/demo', OTP_SENDER: 'outbox' }
const { folder, remove } = demoFolder()
let server: RunningServer
let buyers: { told: SeededLearner; untold: SeededLearner; unmade: SeededLearner; wrong: SeededLearner }
let courseId: number

const call = callsThrough((path, init) => fetch(server.url + path, init))

beforeAll(async () => {
  const { db, close } = await openDatabase({ dataDir: folder })
  const [told, untold, unmade, wrong] = await seedLearners(db, 4)
  buyers = { told: told!, untold: untold!, unmade: unmade!, wrong: wrong! }
  courseId = (await db.selectFrom('courses').select('id').orderBy('id').executeTakeFirstOrThrow()).id
  await close()
  server = await startServer(folder, settings)
})

afterAll(async () => {
  await server.stop('SIGKILL')
  remove()
})

const order = (buyer: SeededLearner) => orderCourse(call, courseId, buyer)
const pay = (orderId: string, choice: Record<string, string>) => payInSandbox(server.url, orderId, choice)

/** Does not make the server ask its provider, as the purchase page's own call would. */
const status = async ({ token }: SeededLearner) =>
  (await call(checkPurchaseStatus, { query: { id: courseId } }, { token })).body.course_status

describe('after kill -9', () => {
  test('between capture and confirmation each purchase comes to the truth by itself', async () => {
    const orders = {
      told: await order(buyers.told),
      untold: await order(buyers.untold),
      unmade: await order(buyers.unmade),
      wrong: await order(buyers.wrong),
    }
    // The webhook is sent a second later at the soonest, so the first server may not live to send it.
    await pay(orders.told.order_id, { webhook: 'now' })
    await pay(orders.untold.order_id, {})
    await pay(orders.wrong.order_id, { amount: 'wrong' })
    await server.stop('SIGKILL')

    const { db, close } = await openDatabase({ dataDir: folder })
    const rows = db
      .updateTable('payment_orders')
      .where('provider_order_id', 'in', [orders.untold.order_id, orders.wrong.order_id])
    // The sweep leaves an order alone for its first two minutes: these are older.
    await rows.set({ check_at: Date.now() - MINUTE }).execute()
    // Killed between our row and the provider's answer.
    await db
      .updateTable('payment_orders')
      .set({ provider_order_id: null })
      .where('provider_order_id', '=', orders.unmade.order_id)
      .execute()
    await close()

    server = await startServer(folder, settings)
    await expect.poll(() => status(buyers.untold)).toBe('Active')
    await expect.poll(() => status(buyers.told)).toBe('Active')
    expect((await order(buyers.unmade)).order_id).toBe(orders.unmade.order_id)
    const params = { transactionId: orders.wrong.transactionid }
    const back = async () => (await call(listPayments, { params }, { token: buyers.wrong.token })).body.data
    await expect.poll(back).toMatchObject([{ refund: 'refunded' }])
    expect(await status(buyers.wrong)).toBe('Not Purchased')
  })
})
