import { intercepting, expect, logIn, test } from '../support/journeys/browser.ts'
import { executable } from '../support/packs/images.ts'
import { openSupport, tickets } from '../support/journeys/support-page.ts'
import { buyByCalls, demoCourses } from '../support/journeys/till-page.ts'

/** Of 12 kB; what it holds is not looked at before it is sent. */
const png = Buffer.alloc(12_300, 7)

const store = /\/user\/ticket\/newticketstore$/

test('the form of a ticket is sent whatever its rules say, names a course that was bought, and nothing typed is lost', async ({
  page,
  allow,
  context,
}) => {
  allow(/^422 POST \/api\/v1\/user\/ticket\/newticketstore/)
  const learner = await logIn(page)
  const form = await openSupport(page)
  const refused = page.waitForResponse(store)
  await form.submit.click()
  expect((await refused).status()).toBe(422)
  await expect(page.getByText('Failed to raise a Ticket.')).toBeVisible()
  for (const problem of ['Title is required', 'Category is required', 'Description is required']) {
    await expect(form.panel.getByText(problem)).toBeVisible()
  }
  await expect(form.title).toBeFocused()
  await form.title.fill('😀❤️'.repeat(250))
  await expect(form.panel.getByText('500 of 500 characters')).toBeVisible()
  await form.title.fill('x'.repeat(501))
  await expect(form.panel.getByText('Title is required')).toBeHidden()
  await expect(form.panel.getByText('501 of 500 characters')).toBeVisible()
  await form.category.selectOption('Course')
  await expect(form.panel.getByText('You have not bought a course yet.')).toBeVisible()
  await form.description.fill('Where do I find it?')
  await form.submit.click()
  await expect(form.panel.getByText('Course is required')).toBeVisible()
  await expect(form.panel.getByText('Title can have at most 500 characters')).toBeVisible()

  await form.category.selectOption('Something else')
  await form.title.fill('The timetable')
  // Nothing moves when a picture is chosen, and one without content is refused at once.
  const placeOfButton = () => form.submit.evaluate((button) => button.getBoundingClientRect().top + scrollY)
  const before = await placeOfButton()
  await form.image.setInputFiles({ name: 'a-long-name-of-a-screenshot.png', mimeType: 'image/png', buffer: png })
  await expect(form.panel.getByText('12 kB')).toBeVisible()
  expect(await placeOfButton()).toBe(before)
  await form.image.setInputFiles({ name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
  await expect(form.panel.getByText('This file is empty. Please choose another.')).toBeVisible()
  await form.image.setInputFiles({ name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: executable })
  await form.submit.click()
  await expect(
    form.panel.getByText('This file is not a JPEG, PNG, WebP, AVIF or GIF picture. Please choose one of these.'),
  ).toBeVisible()
  await form.panel.getByRole('button', { name: 'Remove the image' }).click()
  await expect(form.image).toBeFocused()

  const [course] = await demoCourses()
  await buyByCalls(learner, course!.id)
  await page.reload()
  await expect(form.title).toHaveValue('The timetable')
  await expect(form.description).toHaveValue('Where do I find it?')
  await expect(form.category).toHaveValue('7')
  await form.category.selectOption('Course')
  await form.course.selectOption(course!.title)
  await context.setOffline(true)
  await form.submit.click()
  await expect(page.getByText('Error while raising a Ticket.')).toBeVisible()
  await expect(form.panel).toContainText('Nothing is lost')
  await context.setOffline(false)
  await form.submit.click()
  await expect(page.getByText('New Ticket Raised Successfully')).toBeVisible()
  await expect(tickets(page).getByRole('link', { name: /^The timetable/ })).toHaveCount(1)
  await form.panel.getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Where do I find it?')
  await expect(page.getByRole('region', { name: 'Ticket', exact: true })).toContainText(course!.title)
})

test(
  'what cannot be loaded says so in the words of the specification, and can be tried again',
  intercepting,
  async ({ page, allow }) => {
    allow(/^500 (GET|POST) \/api\/v1\/user\/ticket\//)
    const broken = new Set(['listuserticket', 'category', 'ticketmessages', 'purchasedcourse', 'ticketreplynew'])
    await page.route(/\/api\/v1\/user\/ticket\//, (route) =>
      [...broken].some((name) => route.request().url().includes(name))
        ? route.fulfill({ status: 500, json: { status: false, message: 'Something went wrong.' } })
        : route.continue(),
    )
    await logIn(page)
    await page.goto('/support')
    await expect(tickets(page)).toContainText('Failed to load tickets')
    const panel = page.getByRole('region', { name: 'New ticket' })
    await expect(panel).toContainText('Failed to fetch ticket categories')
    broken.delete('category')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await panel.getByRole('combobox', { name: 'Category' }).selectOption('Course')
    await expect(panel).toContainText('Failed to fetch purchased courses')
    await panel.getByRole('combobox', { name: 'Category' }).selectOption('Something else')
    await panel.getByRole('textbox', { name: 'Title' }).fill('Hello')
    await panel.getByRole('textbox', { name: 'Description' }).fill('Is somebody there?')
    await panel.getByRole('button', { name: 'Submit ticket' }).click()
    await expect(panel).toContainText('We have received your ticket.')
    await panel.getByRole('link', { name: 'Open it' }).click()
    const ticket = page.getByRole('region', { name: 'Ticket', exact: true })
    await expect(ticket).toContainText('Failed to fetch ticket details')
    broken.delete('ticketmessages')
    await ticket.getByRole('button', { name: 'Try again' }).click()
    await ticket.getByRole('textbox', { name: 'Your message' }).fill('Hello?')
    await ticket.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Failed to send message')).toBeVisible()
    await expect(ticket.getByRole('textbox', { name: 'Your message' })).toHaveValue('Hello?')
  },
)
