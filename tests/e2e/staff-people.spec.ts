import { renderMarkdown } from '#lib/server/markdown/markdown.ts'
import { raiseTicket, ticketMessages } from '#features/support/support.contract.ts'
import { callsThrough } from '../support/api/calls.ts'
import {
  expect,
  fromAnAddress,
  intercepting,
  logInElsewhere,
  newPhone,
  outboxCode,
  serverUrl,
  test,
} from '../support/journeys/browser.ts'
import { demoExam, satExam, sit } from '../support/journeys/exam-page.ts'
import { staff } from '../support/journeys/staff-command.ts'
import { logInAsStaff, staffPhone } from '../support/journeys/staff.ts'

const call = callsThrough((path, init) =>
  fetch(serverUrl() + path, { ...init, headers: { ...(init?.headers as Record<string, string>), ...fromAnAddress() } }),
)

test('lists that a role may not see say so without a way to try again', async ({ page, allow }) => {
  allow(/^403 GET .*\/staff\//)
  await logInAsStaff(page, 'accountant')
  for (const path of ['tickets', 'exams', 'audit', 'team', 'discussions', 'notifications']) {
    await page.goto(`/staff/${path}`)
    await expect(page.getByText('This list is not available to your role')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Who may do what' }).last()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  }
})

test('support writes an internal note, which the learner does not get, and finds tickets of one learner', async ({
  page,
}) => {
  const learner = await logInElsewhere(undefined, 'Devika Raman')
  const body = { title: 'Paid twice', ticket_category_id: 2, msg: 'Please look' }
  const { ticket_id: id } = (await call(raiseTicket, { body }, { token: learner.token })).body
  await logInAsStaff(page, 'support')
  await page.goto('/staff/tickets?state=all')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  const search = page.getByRole('combobox', { name: 'Search learners' })
  await search.fill(learner.phone)
  await page.getByRole('option', { name: /^Devika Raman/ }).click()
  await expect(page.getByRole('row').filter({ hasText: `#${id}` })).toBeVisible()
  await expect(page).toHaveURL(/learner=\d+/)
  await expect(page).not.toHaveURL(new RegExp(learner.phone))
  await page.goto(`/staff/tickets/${id}`)
  const notes = page.getByRole('region', { name: 'Internal notes' })
  await notes.getByLabel('New note').fill('The accountant checks it')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('The accountant checks it')
  await expect(page.getByRole('region', { name: 'What was done' })).toContainText('Note added')
  const read = await call(ticketMessages, { params: { ticketId: id } }, { token: learner.token })
  expect(JSON.stringify(read.body)).not.toContain('accountant')
  await notes.getByRole('button', { name: 'Delete' }).click()
  await expect(notes.getByRole('listitem')).toBeHidden()
})

test('an owner changes the phone of a member with a code, and finds it in the audit log of the member', async ({
  page,
}) => {
  const [before, after] = [newPhone(), newPhone()]
  await staff('team', 'add', before, '--name', `Nimmi ${before}`, '--roles', 'mentor', '--reason', 'Teaches')
  const me = await logInAsStaff(page, 'owner')
  await page.goto('/staff/team')
  await page.getByRole('button', { name: `Change phone: Nimmi ${before}` }).click()
  await page.getByLabel('New phone').fill(after)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const form = page.getByRole('dialog', { name: `New phone: +91 ${after}` })
  await form.getByLabel('Code').fill(await outboxCode(after))
  await form.getByLabel('Proof of identity').fill('Came to the office')
  await form.getByLabel('Reason').fill('The old SIM is lost')
  await form.getByRole('button', { name: 'Change the phone' }).click()
  await expect(page.getByText(`The phone is +91 ${after} now`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `Nimmi ${before}` })).toContainText(after)
  await page.goto('/staff/audit')
  await page.getByLabel('Staff member').selectOption(me.name)
  await page.getByLabel('What').selectOption('staff phone changed')
  await expect(page).toHaveURL(/staff=\d+/)
  const entry = page.getByRole('row').filter({ hasText: after })
  // Until the filter is applied, the code that was sent to the phone is listed, too.
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Came to the office')
})

test('an author gives everyone in an exam more time', async ({ page, browser }) => {
  const taster = demoExam('five-question-taster')
  const theirs = await browser.newContext({ baseURL: serverUrl() })
  const candidate = await theirs.newPage()
  const { paper } = await sit(candidate, taster)
  await logInAsStaff(page, 'author')
  await page.goto('/staff/exams')
  await page.getByRole('link', { name: taster.title, exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: `Attempt ${paper.open_attempt!.id}` })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Give everyone time' }).click()
  const form = page.getByRole('dialog', { name: 'Give everyone time' })
  await expect(form.getByText('The learner can read this in the download of their data.')).toBeVisible()
  await form.getByLabel('Minutes').fill('7')
  await form.getByLabel('Reason').fill('The power failed')
  await form.getByRole('button', { name: /^Give time to \d+ candidate/ }).click()
  await expect(page.getByText(/^\d+ candidates? got 7 minutes more$/)).toBeVisible()
  await expect(row).toContainText(/\+\d+ min given/)
  await theirs.close()
})

test('a notification is tried out on oneself, and says how where there is no learner account', async ({
  page,
  allow,
}) => {
  allow(/^409 POST .*\/notifications\/test$/)
  await logInAsStaff(page, 'author')
  await page.goto('/staff/notifications/new')
  await page.getByLabel('Title').fill('Class moved')
  await page.getByRole('textbox', { name: 'Message' }).fill('To **Monday**')
  await page.getByRole('button', { name: 'Send a test to myself' }).click()
  await expect(page.getByText(`There is no learner account with your phone +91 ${staffPhone('author')}`)).toBeVisible()
})

test('a mentor opens the response sheet of a learner from the exams of the learner', async ({ page }) => {
  const taster = demoExam('five-question-taster')
  const learner = await logInElsewhere(undefined, 'Revathi Nair')
  await satExam(learner, taster, { 1: 'A' })
  await logInAsStaff(page, 'mentor')
  await page.goto(`/staff/learners/${learner.id}?tab=attempts`)
  await page.getByRole('link', { name: `Response sheet: ${taster.title}, attempt 1` }).click()
  await expect(page.getByRole('heading', { name: taster.title, level: 1 })).toBeVisible()
  await expect(page.getByText('Revathi Nair')).toBeVisible()
  await expect(page.getByText(`••••••${learner.phone.slice(-4)}`)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Answer' })).toHaveCount(5)
})

test(
  'statistics of questions show formulas and the words of options, and wide ones scroll in their cell',
  intercepting,
  async ({ page }) => {
    const formula = renderMarkdown('Find $\\frac{a}{b}$ where $' + 'x_{1}+'.repeat(60) + 'y$', {
      resolveMedia: () => 'no files',
    }).html
    const resolveMedia = () => 'no files'
    const options = ['Two', '$\\sqrt{2}$'].map((typed, at) => ({
      ...{ text: typed, content: renderMarkdown(typed, { resolveMedia }).html, key: at === 1, chosen: 50 },
    }))
    const item = {
      ...{ number: 1, section: 'Maths', text: 'Find', content: formula, right: 50, wrong: 50, left: 0 },
      ...{ correlation: 0.4, discrimination: 0.5, median_ms: null, options },
    }
    await page.route(/\/staff\/exams\/\d+\/items/, (route) =>
      route.fulfill({ json: { paper_id: 1, candidates: 10, least: 10, data: [item] } }),
    )
    await logInAsStaff(page, 'author')
    await page.goto('/staff/exams')
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('tab', { name: 'Questions' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Two' })
    await expect(row.locator('.katex').first()).toBeVisible()
    await expect(row.locator('.katex-html').last()).toBeVisible()
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
        .toBeLessThanOrEqual(0)
    }
  },
)
