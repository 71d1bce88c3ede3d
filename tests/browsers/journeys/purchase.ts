import { expect } from 'vitest'
import { logIn, type Journey } from './journey.ts'

export const buying: Journey = {
  title: 'a learner buys a course in the provider’s window and opens it',
  run: async (page, site) => {
    await logIn(page, site)
    const courses = (await (await fetch(`${site.url}/api/v1/user/courses`)).json()) as {
      data: { id: number; title: string }[]
    }
    const [course] = courses.data
    await page.open(`/buycourse/${course!.id}`)
    await page.ready()
    await page.choose('State for your tax invoice', 'Kerala')
    await page.click('button', 'PROCEED TO BUY')
    await page.inFrame('Payment Sandbox', () => page.click('button', 'Pay'))
    await page.see('heading', 'Payment Successful!')
    await page.click('link', 'Open the course')
    await page.see('heading', course!.title)
    expect(await page.evaluate(() => location.pathname)).toBe(`/my-courses/${course!.id}`)
  },
}
