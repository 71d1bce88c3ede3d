import { afterAll, beforeAll, expect, test } from 'vitest'
import { sellCourse } from '../../staff/access/access.contract.ts'
import { testApi, type TestApi, type TestStaff } from '../../../../../tests/support/api/api.ts'
import { buyerOf, tellWebhook } from '../../../../../tests/support/scenes/buyer.ts'
import { seedCourse } from '../../../../../tests/support/scenes/catalogue-fixture.ts'

let api: TestApi
let staff: TestStaff

beforeAll(async () => {
  api = await testApi()
  // Desk sales and payments share the invoice series of the provider.
  api.payments.name = 'razorpay'
  staff = await api.staff('support')
})

afterAll(() => api.close())

test('a desk sale and an online payment of one learner for one course at once are both stored', async () => {
  for (let round = 0; round < 10; round += 1) {
    const courseId = (await seedCourse(api.services.db, { title: `Course ${round}` })).id
    const buyers = await Promise.all(Array.from({ length: 4 }, () => buyerOf(api, { courseId })))
    const replies = await Promise.all(
      buyers.map(async (buyer, index) => {
        const payment = api.payments.pay((await buyer.create()).body.order_id)
        const body = { course_id: courseId, method: 'cash', reference: `R-${round}-${index}`, reason: 'Paid' } as const
        const [told, sold] = await Promise.all([
          tellWebhook(api, payment),
          api.call(sellCourse, { params: { id: buyer.learner.user.id }, body }, { staff }),
        ])
        return [told.status, sold.status]
      }),
    )
    for (const [told, sold] of replies) {
      expect(told).toBe(200)
      // The learner had the course already where the payment came first.
      expect([200, 409]).toContain(sold)
    }
  }
})
