import { expect, logIn, serverUrl, test } from '../support/journeys/browser.ts'
import { owner } from '../support/journeys/course-page.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n',
)

test('an author gives a course a document and a rich text, which its learners open, and takes one back for a moment', async ({
  page,
  browser,
  allow,
}) => {
  allow(/^422 POST \/api\/v1\/staff\/authoring\/file$/)
  const theirs = await browser.newContext({ baseURL: serverUrl() })
  const learner = await theirs.newPage()
  await logIn(learner, owner)
  await learner.goto('/daily-workouts')
  const ofCourse = learner.getByRole('heading', { level: 2, name: /^Workouts of / })
  const course = (await ofCourse.innerText()).replace('Workouts of ', '')

  await logInAsStaff(page, 'author')
  await page.goto('/staff/workouts')
  await page.getByRole('link', { name: 'New workout' }).click()
  const card = page.getByRole('region', { name: 'As learners will see it' })
  await page.getByLabel('Course').selectOption({ label: course })
  await page.getByLabel('Type').selectOption('Document')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a title')).toBeVisible()
  await expect(page.getByText('Please choose a file', { exact: true })).toBeVisible()
  await page.getByLabel('Title').fill('Worksheet of the day')
  // What is no document says so; what was typed stays.
  await page
    .getByLabel('Document')
    .setInputFiles({ name: 'x.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
  await expect(page.getByText('This file is no PDF. Please choose one.')).toBeVisible()
  await page.getByLabel('Document').setInputFiles({ name: 'sheet 7.pdf', mimeType: 'application/pdf', buffer: pdf })
  await expect(card.getByRole('link', { name: 'Download sheet 7.pdf' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Worksheet of the day')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Worksheet of the day' })).toBeVisible()
  await expect(page.getByText('Nobody yet')).toBeVisible()

  await page.goto('/staff/workouts/new')
  await page.getByLabel('Course').selectOption({ label: course })
  await page.getByLabel('Title').fill('Words of the day')
  await page.getByRole('textbox', { name: /^Text/ }).fill('Learn **three** of them: $x^2$.')
  await expect(card.getByText('three')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Words of the day' })).toBeVisible()

  await learner.reload()
  const words = learner.getByRole('article').filter({ hasText: 'Words of the day' })
  await expect(words.locator('strong')).toHaveText('three')
  const sheet = learner.getByRole('article').filter({ hasText: 'Worksheet of the day' })
  const download = learner.waitForEvent('download')
  await sheet.getByRole('link', { name: 'Download sheet 7.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('Worksheet of the day.pdf')

  await page.getByRole('button', { name: 'Withdraw' }).click()
  // The time to undo it stands still for whoever is there.
  await page.getByRole('button', { name: 'Undo' }).focus()
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await learner.reload()
  await expect(sheet).toBeVisible()
  await expect(words).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Published', { exact: true }).first()).toBeVisible()
  await learner.reload()
  await expect(words).toBeVisible()

  // The list says who has opened what.
  await page.goto('/staff/workouts?words=worksheet+of+the+day')
  await expect(page.getByRole('row').filter({ hasText: 'Worksheet of the day' })).toContainText('1')
  await theirs.close()
})
