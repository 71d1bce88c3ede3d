import { registerNewUser, registerOrLogin, verifyNewUser } from '#features/auth/auth.contract.ts'
import type { Page } from '../page.ts'
import { newPhone, type Site } from '../site.ts'

/** Steps of a user from one end to the other, in any browser. */
export interface Journey {
  title: string
  run: (page: Page, site: Site) => Promise<void>
}

/** Logs a new learner in who has a profile, without the log-in page. @returns the learner's token */
export async function logIn(page: Page, site: Site): Promise<{ token: string }> {
  const phone = newPhone()
  const body = { mobile: phone, device: 'web', country_code: '91' }
  const { body: sent } = await site.call(registerOrLogin, { body })
  const otp = await site.code(phone, 4)
  const { body: verified } = await site.call(verifyNewUser, { body: { user_id: sent.user_id, otp } })
  const { token } = verified.user
  const profile = { mobile: phone, name: 'Asha Menon', email: `learner${phone}@example.org` }
  const { body: completed } = await site.call(registerNewUser, { body: profile }, { token })
  // Firefox shows JSON with a viewer that has no localStorage.
  await page.open('/robots.txt')
  await page.evaluate((user) => localStorage.setItem('user', user), JSON.stringify({ ...completed.user, token }))
  return { token }
}
