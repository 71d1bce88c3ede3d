import type { IconName } from '#core/site/brand.ts'
import { withDrawings } from '#providers/images/sharp.ts'

/**
 * Pixels of each icon, and how much of its side the logo takes. A square that takes 56 % lies within the circle of 80 %
 * which no launcher cuts off (W3C, Web Application Manifest, 'Icon masks and safe zone').
 */
export const iconSizes: Record<IconName, { side: number; share: number; filled: boolean }> = {
  any192: { side: 192, share: 1, filled: false },
  any512: { side: 512, share: 1, filled: false },
  maskable192: { side: 192, share: 0.56, filled: true },
  maskable512: { side: 512, share: 0.56, filled: true },
  touch180: { side: 180, share: 0.8, filled: true },
}

/** Pixels of a drawing that says it is this many wide, at 72 dots an inch. */
const DPI = 72

/** A drawing that takes longer is given up. */
const SECONDS = 20

/** The logo shows nothing: every pixel is transparent. */
export class EmptyLogo extends Error {
  override name = 'EmptyLogo'
}

/**
 * Draws a square logo as PNG in every size that browsers and phones ask for. The same logo makes the same bytes.
 * @param logo a checked SVG without text, or a PNG
 * @param width what the logo says it is wide
 * @param background `#rrggbb`, behind the logo where a launcher cuts the shape
 * @throws EmptyLogo, or another error where the logo cannot be drawn
 */
export function drawIcons(logo: Uint8Array, width: number, background: string): Promise<Record<IconName, Buffer>> {
  return withDrawings(async (sharp) => {
    const clear = '#00000000'
    const drawn: Partial<Record<IconName, Buffer>> = {}
    for (const [name, { side, share, filled }] of Object.entries(iconSizes)) {
      const inner = Math.round((side * share) / 2) * 2
      const edge = (side - inner) / 2
      // A logo may lack a pixel of a square, at the edge of what is cut.
      const behind = filled ? background : clear
      const mark = sharp(logo, { density: Math.min(72_000, Math.max(1, (DPI * inner) / width)), failOn: 'warning' })
        .resize(inner, inner, { fit: 'contain', background: behind })
        .timeout({ seconds: SECONDS })
      if (!filled) {
        const { data } = await mark
          .clone()
          .ensureAlpha()
          .extractChannel('alpha')
          .raw()
          .toBuffer({ resolveWithObject: true })
        if (data.every((alpha) => alpha === 0)) throw new EmptyLogo('it shows nothing')
      }
      const whole = filled ? mark.flatten({ background }) : mark
      drawn[name as IconName] = await whole
        .extend({ top: edge, bottom: edge, left: edge, right: edge, background: behind })
        .png({ compressionLevel: 9 })
        .toBuffer()
    }
    return drawn as Record<IconName, Buffer>
  })
}

/** The mark of a site that has none of its own: an open book on its colour. */
export function neutralMark(color: string, content: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/>` +
    `<path d="M6.5 9c3.6 0 6.6.7 8.7 2.4v12.8c-2.1-1.6-5.1-2.2-8.7-2.2zM25.5 9c-3.6 0-6.6.7-8.7 2.4v12.8c2.1-1.6 5.1-2.2 8.7-2.2z" fill="${content}"/></svg>\n`
  )
}
