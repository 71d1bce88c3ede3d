import { expect, expectAccessible, logIn, phone, test } from '../support/journeys/browser.ts'
import { staff } from '../support/journeys/staff-command.ts'
import { closeTicket, openSupport, photograph, seedTickets, tickets } from '../support/journeys/support-page.ts'

test.describe('on a phone', () => {
  test.use(phone)

  test('a ticket goes from the form, read as it was typed, through the support’s answer to closed, and opens again', async ({
    page,
  }) => {
    await logIn(page)
    const form = await openSupport(page)
    await expect(tickets(page)).toContainText('No tickets found')
    await expect(page.getByRole('link', { name: /Quick support/ })).toHaveAttribute('href', 'tel:+914844000100')

    await tickets(page).getByRole('link', { name: 'New Ticket' }).press('Enter')
    await expect(form.panel).toBeFocused()
    const text = '  a   b\n\tc\n\n\nhttps://Example.org/A see \u202e https://\u0430pple.example/x\u200by \u202c end'
    await form.title.fill('No sound')
    await form.category.selectOption('Technical problem')
    await form.description.fill(text)
    await form.image.setInputFiles(await photograph())
    await expect(form.panel).toContainText('screen.jpg')
    await form.submit.press('Enter')
    await expect(page.getByText('New Ticket Raised Successfully')).toBeVisible()
    await expect(form.title).toHaveValue('')
    await expect(form.panel).not.toContainText('screen.jpg')
    const card = tickets(page).getByRole('link', { name: /^No sound/ })
    await expect(card).toContainText('Open')

    await card.press('Enter')
    await expect(page).toHaveURL(/\/support\?ticket=\d+$/)
    const id = new URL(page.url()).searchParams.get('ticket')!
    const panel = page.getByRole('region', { name: 'Ticket', exact: true })
    await expect(panel.getByRole('heading', { name: 'No sound' })).toBeInViewport()
    await expect(panel).toBeFocused()
    const messages = panel.getByRole('log', { name: 'Messages' })
    const message = messages.getByRole('listitem').first().locator('div[dir=auto]')
    const shown = text.replace('\u0430pple', 'xn--pple-43d').replace('\u200b', '%E2%80%8B')
    await expect.poll(() => message.evaluate((element: HTMLElement) => element.innerText)).toBe(shown)
    const links = message.getByRole('link')
    await expect(links).toHaveText(['https://Example.org/A', 'https://xn--pple-43d.example/x%E2%80%8By'])
    await expect(links.nth(0)).toHaveAttribute('href', 'https://example.org/A')
    await expect(links.nth(1)).toHaveAttribute('href', 'https://xn--pple-43d.example/x%E2%80%8By')
    // What turns letters around does not reach into a link.
    await expect(links.nth(1)).toHaveCSS('unicode-bidi', 'isolate')
    const picture = messages.getByRole('img', { name: 'The image you attached' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
    // Below the top bar, which stays.
    await expect.poll(async () => (await panel.boundingBox())?.y).toBeLessThan(100)
    await panel.getByRole('button', { name: 'Back to my tickets' }).press('Enter')
    await expect(card).toBeInViewport()
    await expect(card).toBeFocused()

    const answer = ['--message', 'Please look at https://example.org', '--as', 'Divya']
    expect(await staff('ticket', 'reply', id, ...answer)).toBe(`Answered ticket ${id} as Divya\n`)
    // The page asks again when it comes into sight.
    const comeIntoSight = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await comeIntoSight()
    await expect(messages.getByRole('listitem').filter({ hasText: 'Divya' })).toContainText('Please look at')
    await expect(messages.getByRole('link', { name: 'https://example.org', exact: true })).toBeVisible()
    await expect(card).toContainText('Answered')
    await expectAccessible(page)

    const field = panel.getByRole('textbox', { name: 'Your message' })
    await panel.getByRole('button', { name: 'Send' }).press('Enter')
    await expect(panel.getByText('Message is required')).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill('It is better, but still low.')
    await panel.getByLabel('Image (optional)').setInputFiles(await photograph('later.jpg'))
    await panel.getByRole('button', { name: 'Send' }).press('Enter')
    await expect(messages.getByRole('listitem')).toHaveCount(3)
    await expect(messages.getByRole('img')).toHaveCount(2)
    await expect(field).toHaveValue('')

    closeTicket(Number(id))
    await comeIntoSight()
    await expect(panel).toContainText('This ticket is closed.')
    await expect(card).toContainText('Closed')
    await page.setViewportSize({ width: 320, height: 740 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await field.fill('One more thing.')
    await panel.getByRole('button', { name: 'Send' }).press('Enter')
    await expect(messages.getByRole('listitem')).toHaveCount(4)
    await expect(panel).not.toContainText('This ticket is closed.')
    await expect(card).toContainText('Open')
  })
})

test('tickets come eight at a time and have addresses; one that does not exist leads to a new one', async ({
  page,
  allow,
}) => {
  allow(/^404 GET \/api\/v1\/user\/ticket\/ticketmessages\//)
  const learner = await logIn(page)
  seedTickets(learner.id, 10)
  await page.goto('/support?ticket=2000000000')
  const panel = page.getByRole('region', { name: 'Ticket', exact: true })
  await expect(panel).toContainText('There is no such ticket')
  await panel.getByRole('button', { name: 'New Ticket' }).click()
  await expect(page.getByRole('heading', { name: 'New ticket' })).toBeVisible()
  await expect(page).toHaveURL(/\/support$/)

  const cards = tickets(page).getByRole('link', { name: /^Question/ })
  await expect(cards).toHaveCount(8)
  await tickets(page).getByRole('button', { name: 'Load More' }).click()
  await expect(cards).toHaveCount(10)
  await expect(tickets(page).getByRole('button', { name: 'Load More' })).toBeHidden()
  // A tablet has room for the form beside them.
  await page.setViewportSize({ width: 768, height: 1024 })
  const form = await page.getByRole('region', { name: 'New ticket' }).boundingBox()
  const list = await tickets(page).boundingBox()
  expect(form!.y).toBeLessThanOrEqual(list!.y)
  expect(form!.x).toBeGreaterThanOrEqual(list!.x + list!.width)
  await page.setViewportSize({ width: 1280, height: 800 })
  await cards.first().click()
  await expect(panel.getByRole('heading', { name: 'Question 10' })).toBeVisible()
  await cards.last().click()
  await expect(panel.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible()
  await page.goBack()
  await expect(panel.getByRole('heading', { name: 'Question 10' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'New ticket' })).toBeVisible()
})
