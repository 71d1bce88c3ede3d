import { storeDiscussion } from '#features/discussions/discussions.contract.ts'
import { getMyCourse } from '#features/course/course.contract.ts'
import { raiseTicket, ticketMessages } from '#features/support/support.contract.ts'
import { callsThrough } from '../support/api/calls.ts'
import { courseId, degreePrelims, openCourse, owner } from '../support/journeys/course-page.ts'
import {
  expect,
  fromAnAddress,
  logIn,
  logInElsewhere,
  loseCalls,
  serverUrl,
  test,
} from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

const call = callsThrough((path, init) =>
  fetch(serverUrl() + path, { ...init, headers: { ...(init?.headers as Record<string, string>), ...fromAnAddress() } }),
)
const hostile = '<img src=x onerror="document.body.remove()">'

test('support answers a ticket with a saved reply and closes it, takes that back, and the learner reads the answer', async ({
  page,
}) => {
  const learner = await logInElsewhere(undefined, `Asha ${hostile}`.slice(0, 40))
  const body = { title: `Receipt ${hostile}`, ticket_category_id: 2, msg: `Where is it? ${hostile}` }
  const { ticket_id: id } = (await call(raiseTicket, { body }, { token: learner.token })).body
  await logInAsStaff(page, 'support')
  await page.goto(`/staff/tickets?text=%23${id}`)
  const row = page.getByRole('row').filter({ hasText: `#${id}` })
  await expect(row).toContainText(hostile)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Receipt ${hostile}`)
  await expect(page.getByRole('region', { name: 'The learner' })).toContainText(`+91 ${learner.phone}`)
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText(`Where is it? ${hostile}`)

  const answer = page.getByRole('textbox', { name: 'Your answer' })
  await page.keyboard.press('r')
  await page.keyboard.press(';')
  const search = page.getByRole('combobox', { name: 'Search saved replies' })
  await expect(search).toBeFocused()
  await page.keyboard.type('receipts')
  await expect(page.getByRole('option', { name: /^Where receipts are/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(answer).toHaveValue(/^Dear Asha <img[^]*under My purchases/)
  // It stays on the device, also when it could not be sent.
  await page.reload()
  await expect(answer).toHaveValue(/under My purchases/)
  await loseCalls(page, '/tickets/reply', 1)
  await page.getByRole('button', { name: 'Reply and close' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'What you typed is still here' })).toBeVisible()
  await page.getByRole('button', { name: 'Reply and close' }).click()
  await expect(page.getByText('Answered and closed')).toBeVisible()
  await expect(answer).toHaveValue('')
  await expect(page.getByText('This ticket is closed.')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('This ticket is closed.')).toBeHidden()
  await page.getByRole('button', { name: 'Take it' }).click()
  await expect(page.getByText('Assigned to Sajan Mathew').first()).toBeVisible()
  const read = await call(ticketMessages, { params: { ticketId: id } }, { token: learner.token })
  expect(read.body).toMatchObject({
    ticketDetails: { mode: 'open', answered: true },
    ticketMessages: [
      { mode: 'user' },
      { mode: 'staff', name: 'Sajan Mathew', msg: expect.stringContaining('Asha &lt;img') },
    ],
  })
})

test('a mentor replies to a comment, hides and restores it, and the learner sees the reply with its badge', async ({
  page,
}) => {
  const learner = await logInElsewhere(owner)
  const course = await courseId(degreePrelims)
  const { details } = (await call(getMyCourse, { params: { id: course } }, { token: learner.token })).body.page_content
  const question = `Why is it seven, and not eight? ${Date.now()}`
  const asked = await call(
    storeDiscussion,
    { body: { discussion_panel_id: details.discussion_panel_id!, content: question } },
    { token: learner.token },
  )
  expect(asked.status).toBe(201)
  await logInAsStaff(page, 'mentor')
  await page.goto(`/staff/discussions?show=unanswered&text=${encodeURIComponent(question)}`)
  await page.getByRole('link', { name: question }).click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Because 6 < 7')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText('Because 6 < 7')
  await page.getByRole('button', { name: /^Hide: comment of Vishnu/ }).click()
  await expect(page.getByText('Nobody can reply while the comment is hidden.')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Nobody can reply while the comment is hidden.')).toBeHidden()

  await logIn(page, owner)
  await openCourse(page, degreePrelims, `?tab=discussions&comment=${asked.body.data.id}`)
  const reply = page.locator('[data-comment]').filter({ hasText: 'Because 6 < 7' })
  await expect(reply).toContainText('Lekha Varma')
  await expect(reply).toContainText('Mentor')
})
