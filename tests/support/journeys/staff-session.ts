import { createHash } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'

/** Changes the session of a page in the data of the server of the journeys, as time or another device would. */
async function changeSession(page: Page, change: string): Promise<void> {
  const folder = process.env.E2E_DATA_DIR
  if (!folder) throw new Error('The server is started by playwright.config.ts')
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'staff')!.value
  const db = new DatabaseSync(path.join(folder, 'padavu.db'), { timeout: 30_000 })
  const { changes } = db
    .prepare(`update staff_sessions set ${change} where token_hash = ?`)
    .run(createHash('sha256').update(token).digest('hex'))
  db.close()
  if (changes !== 1) throw new Error('The page has no session')
}

/** The second factor of the session is no longer recent. */
export const ageSecondFactor = (page: Page) =>
  changeSession(page, 'created_at = created_at - 1000000, factor_at = null')

/** The session was ended elsewhere. */
export const endSessionElsewhere = (page: Page) => changeSession(page, 'revoked_at = 1')
