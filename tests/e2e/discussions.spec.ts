import { intercepting, expect, logIn, test } from '../support/journeys/browser.ts'
import { degreePrelims, openCourse, owner } from '../support/journeys/course-page.ts'

test(
  'learners discuss: comment, reply, take back what is theirs, and read all there is',
  intercepting,
  async ({ page, allow }) => {
    allow(/^404 GET .*\/thread\/2000000000$/)
    await logIn(page, owner)
    // What a notification tells of may be deleted by the time it is looked for; the discussions are there all the same.
    await openCourse(page, degreePrelims, '?tab=discussions&comment=2000000000')
    await expect(page.getByText('The comment you were looking for has been deleted.')).toBeVisible()
    const field = page.getByRole('textbox', { name: 'Write a comment or ask a question' })
    await field.press('Enter')
    await expect(page.getByText('Please enter your discussion text')).toBeVisible()
    const question = 'Is the question clear?'
    await field.fill(question)
    // The comment arrives and the reply does not, so the learner sends it again: it is one comment.
    await page.route(
      '**/storeDiscussion',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await field.press('Enter')
    await expect(page.getByText('Error adding comment')).toBeVisible()
    await expect(field).toHaveValue(question)
    await field.press('Enter')
    await expect(page.getByText('New Comment added')).toBeVisible()
    await expect(page.locator('[data-comment]').filter({ hasText: question })).toHaveCount(1)
    await expect(field).toHaveValue('')
    // What was written is in sight, and the next can be written.
    await expect(page.getByText(question)).toBeInViewport({ ratio: 1 })
    await expect(field).toBeFocused()

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
    const written = thread.locator('[data-comment]').filter({ hasText: 'It is now.' })
    await expect(written).toBeFocused()
    await expect(written).toBeInViewport({ ratio: 1 })

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

    // All replies, all comments, and one that a notification leads to.
    const mocks = page.getByRole('listitem').filter({ hasText: 'How many mock tests a week' })
    await mocks.getByRole('button', { name: 'Show 3 earlier replies' }).click()
    const first = mocks.locator('[data-comment]').filter({ hasText: 'Two. One on Wednesday night' })
    await expect(first).toBeFocused()
    await expect(mocks.getByRole('list').getByRole('listitem')).toHaveCount(8)
    await expect(mocks.getByRole('button', { name: /earlier/ })).toHaveCount(0)
    // Whoever reads aloud is told the language of what is not English.
    await expect(page.getByText('ബഹുവചനം').locator('xpath=ancestor-or-self::*[@lang][1]')).toHaveAttribute('lang', 'ml')
    await page.getByRole('button', { name: 'Show earlier comments' }).click()
    const last = page.locator('[data-comment]').filter({ hasText: 'Where do you begin' })
    await expect(last).toBeVisible()
    // Reading goes on with the first that came.
    await expect(page.locator('[data-comment]:focus')).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Show earlier comments' })).toHaveCount(0)
    const [replyId, commentId] = await Promise.all([first, last].map((one) => one.getAttribute('data-comment')))
    await openCourse(page, degreePrelims, `?tab=discussions&comment=${replyId}`)
    await expect(page.locator(`[data-comment="${replyId}"]`)).toBeFocused()
    await expect(page.locator(`[data-comment="${replyId}"]`)).toBeInViewport({ ratio: 1 })
    await openCourse(page, degreePrelims, `?tab=discussions&comment=${commentId}`)
    const linked = page.getByRole('region', { name: 'From your notification' })
    await expect(linked.locator(`[data-comment="${commentId}"]`)).toBeFocused()
  },
)
