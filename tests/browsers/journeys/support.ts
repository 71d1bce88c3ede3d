import { logIn, type Journey } from './journey.ts'

export const asking: Journey = {
  title: 'a support ticket that could not be sent offline keeps its text and is sent once the server is back',
  run: async (page, site) => {
    await logIn(page, site)
    await page.open('/support')
    await page.ready()
    await page.choose('Category', 'Something else')
    await page.fill('textbox', 'Title', 'The timetable')
    await page.fill('textbox', 'Description', 'Where do I find it?')
    await site.closeDoor()
    await page.click('button', 'Submit ticket')
    await page.seeText('Error while raising a Ticket.')
    await site.openDoor()
    await page.click('button', 'Submit ticket')
    await page.seeText('New Ticket Raised Successfully')
    await page.see('link', /^The timetable/)
  },
}
