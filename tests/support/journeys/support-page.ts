import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, type Page } from '@playwright/test'
import { photo } from '../packs/images.ts'

/** The fields of a new ticket. */
function ticketForm(page: Page) {
  const panel = page.getByRole('region', { name: 'New ticket' })
  return {
    panel,
    title: panel.getByRole('textbox', { name: 'Title' }),
    category: panel.getByRole('combobox', { name: 'Category' }),
    course: panel.getByRole('combobox', { name: 'Course' }),
    description: panel.getByRole('textbox', { name: 'Description' }),
    image: panel.getByLabel('Image (optional)'),
    submit: panel.getByRole('button', { name: 'Submit ticket' }),
  }
}

/** Opens support with the form of a new ticket. */
export async function openSupport(page: Page) {
  await page.goto('/support')
  const form = ticketForm(page)
  await expect(form.category).toBeEnabled()
  return form
}

export const tickets = (page: Page) => page.getByRole('region', { name: 'My tickets' })

export async function photograph(name = 'screen.jpg') {
  return { name, mimeType: 'image/jpeg', buffer: await photo() }
}

/** Tickets of a learner from long ago, past the limits. */
export function seedTickets(userId: number, count: number): void {
  const database = new DatabaseSync(path.join(process.env.E2E_DATA_DIR!, 'padavu.db'), { timeout: 5000 })
  const ticket = database.prepare(
    "insert into tickets (user_id, category_id, title, mode, created_at) values (?, 1, ?, 'open', ?) returning id",
  )
  const message = database.prepare(
    "insert into ticket_messages (ticket_id, mode, body, created_at) values (?, 'user', 'Hello', ?)",
  )
  for (let number = 1; number <= count; number += 1) {
    const at = Date.now() - 30 * 86_400_000 + number * 60_000
    const { id } = ticket.get(userId, `Question ${number}`, at) as { id: number }
    message.run(id, at)
  }
  database.close()
}

/** As the support does it. */
export function closeTicket(id: number): void {
  const database = new DatabaseSync(path.join(process.env.E2E_DATA_DIR!, 'padavu.db'), { timeout: 5000 })
  database.prepare("update tickets set mode = 'closed' where id = ?").run(id)
  database.close()
}
