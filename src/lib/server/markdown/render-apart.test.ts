import { describe, expect, it } from 'vitest'
import { renderApart } from './render-apart.ts'

const media = new Map([['media/a.webp', { address: '/media/a.webp', kind: 'picture' as const, width: 4, height: 3 }]])
const render = (text: string, member = 1, signal = new AbortController().signal) =>
  renderApart(async () => ({ text, media, how: { breaks: true } }), { member, signal })

/** Takes seconds to render. */
const LONG = `$\\frac{a}{b}$ and\n`.repeat(2600)

it('renders in a process of its own, each text what it says, while the process goes on', async () => {
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

describe('a text whose caller has disconnected', () => {
  it('is neither rendered to its end nor begun, and the next one is', async () => {
    const left = new AbortController()
    const abandoned = [1, 1, 2, 2, 3, 3].map((member) => render(LONG, member, left.signal))
    const ends = abandoned.map((one) => expect(one).rejects.toThrow())
    const other = render('Short', 4)
    left.abort()
    await Promise.all(ends)
    expect((await other)!.html).toBe('<p>Short</p>')
    expect((await render('Again'))!.html).toBe('<p>Again</p>')
  })
})

it('gives a text up that needs more memory than its process has, and renders the next one', async () => {
  const paragraphs = 'a\n'.repeat(3_000_000)
  expect(await render(paragraphs)).toBeUndefined()
  expect((await render('Next'))!.html).toBe('<p>Next</p>')
})
