import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HalfGauge } from './HalfGauge.tsx'

/** Radius of the inner edge of the arc around 100, 100. */
const INNER = 72
/** Width and height of a bold digit in font sizes: the widest of the system fonts in use. */
const DIGIT = { width: 0.6, height: 0.74 }

test.each(['0', '7.5', '44.33', '100', '−6.67', '133.33', '−133.33', '1333.33', '−12345.67'])(
  'the score %s stays within the arc',
  (text) => {
    const html = renderToStaticMarkup(<HalfGauge value={1} max={100} label="Score" text={text} of="100" />)
    const [, y, size] = /<text x="100" y="([\d.]+)"[^>]*font-size="([\d.]+)"/.exec(html)!.map(Number)
    const halfWidth = (text.length * DIGIT.width * size!) / 2
    const top = 100 - y! + DIGIT.height * size!
    expect(Math.hypot(halfWidth, top)).toBeLessThan(INNER)
  },
)

test('is read as the score out of the maximum', () => {
  const html = renderToStaticMarkup(<HalfGauge value={44.33} max={100} label="Score" text="44.33" of="100" />)
  expect(html).toContain('aria-label="Score: 44.33 / 100"')
})
