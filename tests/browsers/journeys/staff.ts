import { keys } from '../drivers/driver.ts'
import { newPhone } from '../site.ts'
import type { Journey } from './journey.ts'

const owner = '9000000201'

export const workingAsStaff: Journey = {
  title: 'an owner logs in with phone, code and second factor over plain HTTP, and adds a member with a form',
  run: async (page, site) => {
    const phone = newPhone()
    await page.open('/staff/team')
    await page.fill('textbox', 'Phone', owner)
    await page.press(keys.enter)
    await page.see('textbox', 'Code')
    await page.fill('textbox', 'Code', await site.code(owner, 4))
    await page.fill('textbox', 'Code of your authenticator app', await site.code(owner, 6))
    await page.see('heading', 'Staff')
    await page.click('button', 'Add somebody')
    await page.fill('textbox', 'Name', 'Nisha Thomas')
    await page.fill('textbox', 'Phone', phone)
    await page.click('checkbox', 'Mentor')
    await page.fill('textbox', 'Reason', 'Teaches from June')
    await page.click('button', 'Add')
    await page.seeText(phone)
    await page.seeText('No second factor yet')
  },
}
