import { newPhone } from '../site.ts'
import type { Journey } from './journey.ts'

export const loggingIn: Journey = {
  title: 'a new learner logs in with phone and code, completes the profile and sees the dashboard',
  run: async (page, site) => {
    const phone = newPhone()
    await page.open('/login')
    await page.ready()
    await page.fill('textbox', 'Phone', phone)
    await page.click('button', 'Send OTP')
    await page.see('heading', 'Enter the code')
    await page.fill('textbox', 'Digit 1 of 4', await site.code(phone, 4))
    await page.click('button', 'Verify')
    await page.fill('textbox', 'Name', 'Meera Pillai')
    await page.fill('textbox', 'Email', 'meera@example.org')
    await page.click('button', 'Continue')
    await page.until('the dashboard', () => page.evaluate(() => location.pathname === '/dashboard'))
    await page.seeText('Meera')
  },
}
