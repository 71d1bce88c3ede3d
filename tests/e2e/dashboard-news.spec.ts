import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { intercepting, test as base } from '../support/journeys/browser.ts'
import { expect, expectAccessible, logIn } from '../support/journeys/browser.ts'
import { block, callsOf, layoutShift } from '../support/journeys/dashboard-page.ts'
import { showSite, temporaryFolder } from '../support/servers/server.ts'

/** The demo content on a server of its own, with the other content source and all flags off. */
const test = base.extend<object, { otherSite: void }>({
  otherSite: [
    async ({}, use) => {
      const { folder, remove } = temporaryFolder()
      const pack = path.join(folder, 'pack')
      cpSync('src/content/demo', pack, { recursive: true })
      const file = path.join(pack, 'pack.yaml')
      const changed = readFileSync(file, 'utf8')
        .replace('content_source: cc', 'content_source: wac')
        .replace(/(enable_\w+): true/g, '$1: false')
      writeFileSync(file, changed)
      const settings = { CONTENT: pack, OTP_SENDER: 'outbox', TRUSTED_PROXIES: 'loopback' }
      await showSite(path.join(folder, 'data'), settings, use)
      remove()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
})

test(
  'a site of the other source has news on the dashboard, and what its flags switch off is not there',
  intercepting,
  async ({ page }) => {
    await logIn(page, '9000000001')
    const calls = callsOf(page)
    const shifted = await layoutShift(page)
    await page.route('**/news-filter?*', (route) => route.abort(), { times: 1 })
    await page.goto('/dashboard')
    const news = block(page, 'Latest News')
    await expect(news.getByText('Failed to load data')).toBeVisible()
    await news.getByRole('button', { name: 'Try again' }).click()
    await expect(news.getByRole('listitem')).toHaveCount(3)
    await expect(news.getByRole('listitem').first().getByRole('link')).toHaveAttribute('href', /\/news\/\d+$/)
    await expect(news.getByRole('listitem').first().getByRole('link')).not.toHaveAttribute('target')
    const cut = await news
      .getByRole('listitem')
      .evaluateAll(
        (items) =>
          items
            .flatMap((item) => [...item.querySelectorAll('p, p *')])
            .filter((p) => p.scrollWidth > p.clientWidth + 1 && p.clientWidth > 0).length,
      )
    expect(cut, 'categories and dates that are cut').toBe(0)
    await expect(page.getByRole('link', { name: /^Practise your mistakes/ })).toBeVisible()
    await expect(block(page, 'Your figures').getByRole('img', { name: /^Chapters completed/ })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(block(page, 'Featured Exams')).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(calls.filter((call) => /appbanner|homepageexamnew/.test(call))).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('contentSource'))).toBe('wac')
    expect(await shifted()).toBeLessThan(0.02)
    await expectAccessible(page)
  },
)
