import * as z from 'zod/mini'

/** A site's own look: everything that the content says of it beside its name. */

const shade = z.object({
  /** `#rrggbb`, as everywhere here: buttons, links, what is chosen. */
  primary: z.string(),
  /** What is written on the primary colour. */
  content: z.string(),
})

export const brandSchema = z.object({
  /** Where the name has little room, such as under the icon on a home screen; null: the name itself. */
  shortName: z.nullable(z.string()),
  /** Address of the square mark that stands beside the name. */
  logo: z.string(),
  /** Addresses of PNG files: with 192 and 512 pixels, the same to be cut to any shape, and 180 pixels for iPhones. */
  icons: z.object({
    any192: z.string(),
    any512: z.string(),
    maskable192: z.string(),
    maskable512: z.string(),
    touch180: z.string(),
  }),
  /** Null: those of the style sheet. */
  colors: z.nullable(
    z.object({
      light: shade,
      dark: shade,
      /** Hue of the primary colour in degrees of OKLCH, and from 0 (a grey) to 1 how much of it faint areas have. */
      hue: z.number(),
      vividness: z.number(),
    }),
  ),
})

export type Brand = z.output<typeof brandSchema>
export type BrandColors = NonNullable<Brand['colors']>
export type IconName = keyof Brand['icons']

/** Of a site whose content names no brand, and of one without content: files of the program itself. */
export const neutralBrand: Brand = {
  shortName: null,
  logo: '/favicon.svg',
  icons: {
    any192: '/icons/any-192.png',
    any512: '/icons/any-512.png',
    maskable192: '/icons/maskable-192.png',
    maskable512: '/icons/maskable-512.png',
    touch180: '/icons/touch-180.png',
  },
  colors: null,
}

/** What a page's first element says of the brand's colours; the style sheet does the rest. Undefined: nothing. */
export function brandStyle({ colors }: Brand): string | undefined {
  if (!colors) return undefined
  const { light, dark, hue, vividness } = colors
  return [
    // Not `light-dark()`: no build compiles a style attribute for the oldest browsers.
    `--light-primary:${light.primary}`,
    `--light-content:${light.content}`,
    `--dark-primary:${dark.primary}`,
    `--dark-content:${dark.content}`,
    `--brand-hue:${hue}`,
    `--brand-vividness:${vividness}`,
  ].join(';')
}
