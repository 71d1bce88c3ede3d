import { expect, logIn, test } from '../support/browser.ts'
import { degreePrelims, openCourse, ownerIn } from '../support/course-page.ts'

test('learners discuss: comment, reply, and take back what is theirs', async ({ page }, info) => {
  await logIn(page, ownerIn(info))
  await openCourse(page, degreePrelims, '?tab=discussions')
  const field = page.getByRole('textbox', { name: 'Write a comment or ask a question' })
  await field.press('Enter')
  await expect(page.getByText('Please enter your discussion text')).toBeVisible()
  const question = `Is the ${info.project.name} question clear?`
  await field.fill(question)
  await field.press('Enter')
  await expect(page.getByText('New Comment added')).toBeVisible()
  await expect(field).toHaveValue('')

  const thread = page.getByRole('group', { name: 'Comments' }).getByRole('listitem').filter({ hasText: question })
  await thread.getByRole('button', { name: /^Reply: / }).click()
  const reply = thread.getByRole('textbox', { name: /^Reply to / })
  await expect(reply).toBeFocused()
  await reply.press('Enter')
  await expect(thread.getByText('Please enter a reply')).toBeVisible()
  await reply.fill('It is now.')
  await reply.press('Enter')
  await expect(page.getByText('Reply posted')).toBeVisible()
  const replies = thread.getByRole('list', { name: /^Replies to / })
  await expect(replies).toContainText('It is now.')
  await expect(thread.getByRole('button', { name: /^Reply: / })).toBeFocused()

  const confirm = page.getByRole('dialog', { name: 'Confirm Delete' })
  await replies.getByRole('button', { name: /^Delete: / }).click()
  await expect(confirm).toContainText('Are you sure you want to delete this reply?')
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  await expect(replies).toContainText('It is now.')
  await replies.getByRole('button', { name: /^Delete: / }).click()
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Comment deleted')).toBeVisible()
  await expect(replies).toBeHidden()
  await expect(thread).toContainText(question)

  await thread.getByRole('button', { name: /^Delete: / }).click()
  await confirm.getByRole('button', { name: 'Delete' }).click()
  await expect(thread).toBeHidden()
  // What others wrote cannot be deleted, only reported.
  const others = page.getByRole('listitem').filter({ hasText: 'Asha Menon' }).first()
  await expect(others.getByRole('button', { name: 'Report: comment of Asha Menon' }).first()).toBeVisible()
  await expect(others.getByRole('button', { name: 'Delete: comment of Asha Menon' })).toHaveCount(0)
})
