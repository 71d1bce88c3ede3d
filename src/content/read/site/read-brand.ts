import { counted } from '#lib/both/text/format.ts'
import { neutralBrand, type Brand, type IconName } from '#core/site/brand.ts'
import { PRIMARY } from '#lib/both/primary-color.ts'
import { loadSharp } from '#providers/images/sharp.ts'
import { StartError } from '#db/start-error.ts'
import { brandColors, contrastProblem } from '../../pictures/brand-colors.ts'
import { drawIcons, EmptyLogo, iconSizes, neutralMark } from '../../pictures/icons.ts'
import type { PackReader } from '../pack-reader.ts'
import type { PackFile } from '../../schemas/schemas.ts'
import type { YamlFile } from '../yaml-file.ts'

/** A drawing is fetched with every page, so it is small; a picture is only what icons are made of. */
const LARGEST_DRAWING = 64 * 1024
const LARGEST_PICTURE = 2 * 1024 * 1024

/** Pixels of a logo's side that is a PNG: those of the largest icon, and what memory allows. */
const LEAST_PIXELS = 512
const MOST_PIXELS = 4096

/** Behind a logo that has a colour of its own, where its shape is cut. */
const WHITE = '#ffffff'

interface Logo {
  /** What pages show beside the name; undefined: the icon of 192 pixels. */
  address: string | undefined
  bytes: Uint8Array
  width: number
  background: string
}

/**
 * Reads the brand of `pack.yaml`, checks that its colours can be read, and draws the icons of its logo. What is wrong is
 * reported, and the neutral brand returned.
 * @param load what loads the library that draws
 * @throws StartError when that library does not load, which is no fault of the pack
 */
export async function readBrand(
  reader: PackReader,
  file: YamlFile,
  given: PackFile['brand'],
  load: () => Promise<unknown> = loadSharp,
): Promise<Brand> {
  if (!given) return neutralBrand
  const colors = readColors(file, given)
  if (given.icons) return readDrawn(reader, file, given, given.icons, colors)
  const logo = given.logo === undefined ? markOf(reader, colors) : await readLogo(reader, file, given.logo)
  if (!logo) return neutralBrand
  const background = given.icon_background ?? logo.background
  await load().catch((error: unknown) => {
    throw new StartError(`The icons of the brand cannot be drawn, for sharp does not load: ${reasonOf(error)}`)
  })
  const icons = await iconsOf(reader, { ...logo, background }).catch((error: unknown) => {
    const why = error instanceof EmptyLogo ? error.message : `it cannot be drawn (${reasonOf(error)})`
    file.problem(['brand', 'logo'], `${given.logo ?? 'the mark'} is not a usable logo: ${why}`)
    return neutralBrand.icons
  })
  return { shortName: given.short_name ?? null, logo: logo.address ?? icons.any192, icons, colors }
}

/** Reads icons that have been drawn before: what they were drawn of, and on which ground, is not asked any more. */
async function readDrawn(
  reader: PackReader,
  file: YamlFile,
  given: NonNullable<PackFile['brand']>,
  names: Brand['icons'],
  colors: Brand['colors'],
): Promise<Brand> {
  const icons = { ...neutralBrand.icons }
  for (const name of Object.keys(icons) as IconName[]) {
    const { side } = iconSizes[name]
    const at = ['brand', 'icons', name]
    const found = await reader.media.read(names[name])
    if (typeof found === 'string') file.problem(at, found)
    else if (found.extension !== 'png' || found.width !== side || found.height !== side)
      file.problem(at, `${names[name]} must be a PNG of ${side} x ${side}`)
    else icons[name] = found.address
  }
  if (given.icon_background !== undefined)
    file.problem(['brand', 'icon_background'], 'brand.icon_background is for icons that are drawn: leave out icons')
  const logo = given.logo === undefined ? undefined : await readLogo(reader, file, given.logo)
  return { shortName: given.short_name ?? null, logo: logo?.address ?? icons.any192, icons, colors }
}

/** What an error says in its first line. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!
}

function readColors(file: YamlFile, { color, dark_color: dark }: NonNullable<PackFile['brand']>): Brand['colors'] {
  if (color === undefined) return null
  const colors = brandColors(color, dark)
  const problems = [
    ['color', contrastProblem(colors, 'light')],
    ['dark_color', contrastProblem(colors, 'dark')],
  ] as const
  for (const [field, problem] of problems) if (problem) file.problem(['brand', field], `brand.${field} ${problem}`)
  return colors
}

async function readLogo(reader: PackReader, file: YamlFile, name: string): Promise<Logo | undefined> {
  const problem = (message: string) => file.problem(['brand', 'logo'], message)
  const found = await reader.media.read(name)
  if (typeof found === 'string') return void problem(found)
  const { bytes, extension, address, width = 0, height = 0 } = found
  const drawn = extension === 'svg'
  if (!drawn && extension !== 'png') return void problem(`${name} is not a usable logo: it must be an SVG or a PNG`)
  const most = drawn ? LARGEST_DRAWING : LARGEST_PICTURE
  if (bytes.length > most) return void problem(`${name} has ${counted(bytes.length, 'byte')}; a logo may have ${most}`)
  if (Math.abs(width / height - 1) > 0.01) {
    return void problem(`${name} is ${width} x ${height}; a logo is square`)
  }
  if (!drawn && (width < LEAST_PIXELS || width > MOST_PIXELS)) {
    return void problem(
      `${name} is ${width} x ${height}; a bitmap logo must be ${LEAST_PIXELS} to ${MOST_PIXELS} pixels a side`,
    )
  }
  if (drawn && /<text\b/.test(new TextDecoder().decode(bytes))) {
    return void problem(`${name} has text, which looks different wherever its font is missing: make it paths`)
  }
  return { address: drawn ? address : undefined, bytes, width, background: WHITE }
}

/** The mark of a site that has a colour and no logo. */
function markOf(reader: PackReader, colors: Brand['colors']): Logo | undefined {
  const { primary, content } = colors?.light ?? { primary: PRIMARY, content: WHITE }
  const bytes = Buffer.from(neutralMark(primary, content))
  return { address: reader.media.add('brand mark', bytes, 'svg'), bytes, width: 32, background: primary }
}

async function iconsOf(reader: PackReader, { bytes, width, background }: Logo): Promise<Brand['icons']> {
  const drawn = await drawIcons(bytes, width, background)
  const addresses = Object.entries(drawn).map(([name, icon]) => [name, reader.media.add(`icon ${name}`, icon, 'png')])
  return Object.fromEntries(addresses) as Record<IconName, string>
}
