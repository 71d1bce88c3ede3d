import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'

/** Wide formulas in HTML of every structure that authors may bring; formulas.spec.ts visits the pages that show them. */
const styles = readFileSync(new URL('../../src/styles/authored.css', import.meta.url), 'utf8')
const row = '<mi>x</mi><mo>+</mo>'.repeat(60)
const formula = `<math><mrow>${row}</mrow></math>`

const texts: [string, string][] = [
  ['a paragraph', `<div class="authored"><p>Solve ${formula}</p></div>`],
  ['text without a paragraph', `<div class="authored">Solve ${formula}</div>`],
  ['bold text without a paragraph', `<div class="authored"><strong>Solve ${formula}</strong></div>`],
  ['a quotation without a paragraph', `<div class="authored"><blockquote>Solve ${formula}</blockquote></div>`],
  ['a list', `<div class="authored"><ol><li>Solve ${formula}</li></ol></div>`],
  ['a display', `<div class="authored"><math display="block"><mrow>${row}</mrow></math></div>`],
  ['an option', `<label style="display: flex"><span class="authored" style="min-width: 0">${formula}</span></label>`],
]

for (const [name, html] of texts)
  test(`a wide formula of ${name} scrolls inside its block, and is not clipped on paper`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.setContent(`<!doctype html><style>${styles}</style>${html}`)
    const widthOfPage = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await widthOfPage()).toBe(360)
    // As Html.tsx marks blocks that scroll.
    await page.locator('.authored').evaluate((text) => (text.tabIndex = 0))
    await page.emulateMedia({ media: 'print' })
    const clips = await page
      .locator('.authored, .authored *')
      .evaluateAll(
        (all) => all.map((each) => getComputedStyle(each)).filter((style) => style.overflowX !== 'visible').length,
      )
    expect(clips).toBe(0)
    await expect(page.locator('.authored')).toHaveCSS('box-shadow', 'none')
  })
