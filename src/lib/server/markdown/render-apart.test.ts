import { expect, it } from 'vitest'
import { renderApart } from './render-apart.ts'

const media = new Map([['media/a.webp', { address: '/media/a.webp', kind: 'picture' as const, width: 4, height: 3 }]])
const render = (text: string) => renderApart({ text, media, how: { breaks: true } })

it('renders in a thread of its own, each text what it says, while the process goes on', async () => {
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  const long = render(`$\\frac{a}{b}$ and\n`.repeat(800))
  const [formulas, picture, wrong] = await Promise.all([
    long,
    render('![A desk](media/a.webp)\nhere'),
    render('# No\n\n![x](media/b.webp)'),
  ])
  clearInterval(ticking)
  expect(formulas!.html.match(/<annotation/g)).toHaveLength(800)
  expect(picture!.html).toBe(
    '<p><img src="/media/a.webp" alt="A desk" width="4" height="3" loading="lazy" decoding="async" /><br />\nhere</p>',
  )
  expect(wrong!.problems.map(({ line, message }) => [line, message])).toEqual([
    [0, 'headings are written with ##, ### or ####, not #'],
    [2, 'media/b.webp is missing'],
  ])
  // In the process itself there would have been no turn before the first text was done.
  expect(turns).toBeGreaterThan(3)
})
