import { logIn, type Journey } from './journey.ts'

export const watching: Journey = {
  title: 'a demo chapter’s video plays and goes on where it was left after a reload',
  run: async (page, site) => {
    await logIn(page, site)
    const courses = (await (await fetch(`${site.url}/api/v1/user/courses?per_page=100`)).json()) as {
      data: { id: number; title: string }[]
    }
    const { id } = courses.data.find(({ title }) => title === 'Degree Level Prelims')!
    await page.open(`/my-courses/${id}`)
    await page.see('button', /^Indian polity/i)
    // The first section is open already unless the learner closed it.
    if ((await page.count('button', /fundamental rights and duties/i)) === 0)
      await page.click('button', /^Indian polity/i)
    await page.click('button', /fundamental rights and duties/i)
    const time = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
    await page.until('the video is there', async () => (await time()) >= 0)
    await page.evaluate(() => {
      const video = document.querySelector('video')!
      video.muted = true
      return video.play().catch(() => undefined)
    })
    await page.until('the video plays', async () => (await time()) > 0.5)
    await page.evaluate(() => (document.querySelector('video')!.currentTime = 61.5))
    await page.until('the video plays from there', async () => (await time()) > 61.6)
    await page.evaluate(() => document.querySelector('video')!.pause())
    await page.reload()
    await page.see('button', /^Resume at 1:0\d$/)
  },
}
