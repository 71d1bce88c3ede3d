import { grantCourse } from '#features/purchases/staff/access/access.contract.ts'
import { servicePaths } from '#lib/both/calls/endpoint.ts'
import {
  expect,
  fromAnAddress,
  logIn,
  logInElsewhere,
  newPhone,
  outboxCode,
  test,
} from '../support/journeys/browser.ts'
import { logInAsStaff } from '../support/journeys/staff.ts'

test('support finds a learner by the phone, keeps a course open for longer, and sees so in the log', async ({
  page,
  browser,
}) => {
  const phone = newPhone()
  const theirs = await browser.newContext()
  await logIn(await theirs.newPage(), phone, 'Latha Kumari')
  await theirs.close()
  const { csrf } = await logInAsStaff(page, 'support')

  await page.goto('/staff')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByRole('heading', { name: 'Learners', level: 1 }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)
  const row = page.getByRole('row').filter({ hasText: phone })
  await expect(row).toHaveCount(1)
  await row.getByRole('link', { name: 'Latha Kumari' }).click()
  await expect(page.getByRole('heading', { name: 'Latha Kumari', level: 1 })).toBeVisible()
  await expect(page.getByText('Never had a course')).toBeVisible()

  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const granted = await page.request.post(servicePaths.v1 + grantCourse.path.replace('{id}', id), {
    headers: { 'x-csrf-token': csrf },
    data: { course_id: 1, days: 10, reason: 'A trial' },
  })
  expect(granted.status()).toBe(200)
  await page.getByRole('tab', { name: 'Courses' }).click()
  await page.getByRole('button', { name: /^Extend: / }).click()
  const form = page.getByRole('dialog', { name: /^Extend / })
  await form.getByLabel('Days').fill('5')
  await form.getByRole('button', { name: 'Extend' }).click()
  await expect(form.getByText('A reason is needed')).toBeVisible()
  await form.getByLabel('Reason').fill('The power failed for days')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Open until \d\d-\d\d-\d{4}$/)).toBeVisible()
  await expect(form).toBeHidden()

  await page.getByRole('tab', { name: 'Log' }).click()
  const entry = page.getByRole('row').filter({ hasText: 'The power failed for days' })
  await expect(entry).toContainText('access extended')
  await page.reload()
  await expect(entry).toContainText('access extended')
})

test('support enrols a class from a file: columns are chosen, names are compared, new learners are added', async ({
  page,
  browser,
}) => {
  const [known, renamed, fresh, other] = [newPhone(), newPhone(), newPhone(), newPhone()]
  await logInElsewhere(known, 'Asha Menon')
  await logInElsewhere(renamed, 'Binu Thomas')
  await logInAsStaff(page, 'support')
  await page.goto('/staff/learners/bulk')
  await page.getByRole('combobox', { name: 'Course', exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Reason').fill('Admitted on 1 June')
  const rows = [
    'Roll No\tName\tMobile 1\tMobile 2',
    `9400000001\tAsha Menon\t${other}\t\u202a+91 ${known}\u202c`,
    `9400000002\tBabu\t\t${renamed}.0`,
    `9400000003\tDevi\t\t${fresh.slice(0, 5)} ${fresh.slice(5)}`,
    '9400000004\tElsa\t\t0484 2345678',
  ]
  const file = page.getByLabel('File with the list')
  const workbook = Buffer.from([0x50, 0x4b, 3, 4, 20, 0])
  await file.setInputFiles({ name: 'class.csv', mimeType: 'text/csv', buffer: workbook })
  await expect(page.getByText('This is an Excel workbook.')).toBeVisible()
  // As Excel writes 'Unicode text'.
  const buffer = Buffer.from(`\ufeff${rows.join('\r\n')}`, 'utf16le')
  await file.setInputFiles({ name: 'class.txt', mimeType: 'text/plain', buffer })
  await expect(page.getByText('This is an Excel workbook.')).toBeHidden()
  await page.getByRole('button', { name: 'Check file' }).click()

  const question = page.getByRole('group', { name: 'Which column has the learners’ phone numbers?' })
  await expect(question.getByRole('radio')).toHaveCount(2)
  await question.getByRole('radio', { name: /Mobile 2/ }).check()
  await question.getByRole('button', { name: 'Use this column' }).click()
  const bad = page.getByRole('table', { name: 'Lines that cannot be used' })
  await expect(bad.getByRole('row').filter({ hasText: 'Landline, which gets no SMS' })).toContainText('Line 5')
  await expect(bad.getByRole('row').filter({ hasText: 'No learner has this phone number' })).toContainText('Line 4')
  await expect(page.getByRole('button', { name: /^Enrol/ })).toBeHidden()

  const list = page.getByLabel('Phone numbers', { exact: true }).first()
  await list.fill(rows.slice(0, 4).join('\n'))
  await page.getByLabel('Phone numbers without an account').selectOption('Add as new learners')
  await page.getByRole('button', { name: 'Check file' }).click()
  await question.getByRole('radio', { name: /Mobile 2/ }).check()
  await question.getByRole('button', { name: 'Use this column' }).click()
  const learners = page.getByRole('table', { name: 'Learners of the file' })
  await expect(learners.getByRole('row').filter({ hasText: known })).toContainText('Asha Menon')
  await expect(learners.getByRole('row').filter({ hasText: renamed })).toContainText(
    /Babu.*Binu Thomas.*Different name/,
  )
  await expect(learners.getByRole('row').filter({ hasText: fresh })).toContainText(/Devi.*New learner/)
  await page.getByRole('button', { name: 'Enrol 3 learners' }).click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()

  // The first log-in begins with the name of the file, and leads to the course.
  const theirs = await (await browser.newContext({ extraHTTPHeaders: fromAnAddress() })).newPage()
  await theirs.goto('/login')
  await theirs.getByLabel('Phone').fill(`+91 ${fresh}`)
  await expect(theirs.getByLabel('Phone')).toHaveValue(fresh)
  await theirs.getByRole('button', { name: 'Send OTP' }).click()
  await theirs.getByRole('heading', { name: /code/i }).waitFor()
  await theirs.getByLabel('Digit 1 of 4').fill(await outboxCode(fresh))
  await theirs.getByRole('button', { name: 'Verify' }).click()
  await expect(theirs.getByLabel('Name')).toHaveValue('Devi')
  await theirs.getByLabel('Email').fill('devi@example.org')
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await theirs.waitForURL(/\/(dashboard|$)/)
  await theirs.context().close()
})

test('support adds a learner who has never logged in, and is told whose phone it is', async ({ page, allow }) => {
  allow(/^409 POST .*\/staff\/learners\/add$/)
  const [fresh, known] = [newPhone(), newPhone()]
  await logInElsewhere(known, 'Asha Menon')
  await logInAsStaff(page, 'support')
  await page.goto('/staff/learners')
  await page.getByRole('button', { name: 'Add learner' }).click()
  const form = page.getByRole('dialog', { name: 'Add learner' })
  await form.getByLabel('Name').fill('Devi')
  await form.getByLabel('Phone').fill(known)
  await form.getByLabel('Course', { exact: true }).selectOption({ index: 1 })
  await form.getByLabel('Days').fill('30')
  await form.getByLabel('Reason').fill('Admitted on 1 June')
  await form.getByRole('button', { name: 'Add learner' }).click()
  await expect(form.getByText('This is the phone of Asha Menon')).toBeVisible()
  await form.getByLabel('Phone').fill(`+91 ${fresh}`)
  await form.getByRole('button', { name: 'Add learner' }).click()
  await expect(page.getByRole('heading', { name: 'Devi', level: 1 })).toBeVisible()
  await expect(page.getByText('1 open course')).toBeVisible()
})
