import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { neutralBrand, type IconName } from '#core/site/brand.ts'
import { PRIMARY } from '#lib/both/primary-color.ts'
import { brandedPack, MOON } from '../../../../tests/support/packs/branded-pack.ts'
import { PACK_READ, packProblems, smallPack, writePack, type PackFiles } from '../../../../tests/support/packs/pack.ts'
import { StartError } from '#db/start-error.ts'
import { drawIcons, neutralMark } from '../../pictures/icons.ts'
import { PackReader } from '../pack-reader.ts'
import type { PackError } from '../problems.ts'
import { readBrand } from './read-brand.ts'
import { readPack } from '../read-pack.ts'
import { packSchema } from '../../schemas/schemas.ts'

const read = async (files: PackFiles) => (await readPack(writePack(files), PACK_READ)).site.brand
const drawing = (inside: string, box = '0 0 64 64') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${inside}</svg>\n`

/** What is wrong with a logo that is this file. */
async function problemsOf(name: string, bytes: Uint8Array | string): Promise<string[]> {
  const folder = writePack({ ...brandedPack(`  logo: media/brand/${name}\n`), 'media/brand/other.txt': '' })
  writeFileSync(path.join(folder, 'media/brand', name), bytes)
  return readPack(folder, PACK_READ).then(
    () => [],
    (error: unknown) => (error as PackError).problems,
  )
}

const png = (width: number, height = width, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: channels === 3 ? '#0b6e4f' : '#0b6e4f00' } })
    .png()
    .toBuffer()

describe('the brand of a pack', () => {
  it('is a neutral one where it names none, and its parts may stand alone', async () => {
    expect(await read(smallPack())).toEqual(neutralBrand)
    const colored = await read(brandedPack('  color: "#0B6E4F"\n'))
    expect(colored.colors?.light.primary).toBe('#0b6e4f')
    expect(colored.logo).toMatch(/^\/media\//)
    const named = await read(brandedPack('  short_name: Thinkal\n'))
    expect(named).toMatchObject({ shortName: 'Thinkal', colors: null })
  })

  it('takes icons that were drawn before, and draws none', async () => {
    const folder = writePack(
      brandedPack(`  logo: media/brand/logo.svg
  icons:
    any192: media/brand/any192.png
    any512: media/brand/any512.png
    maskable192: media/brand/any192.png
    maskable512: media/brand/any512.png
    touch180: media/brand/touch180.png
`),
    )
    for (const [name, side] of Object.entries({ any192: 192, any512: 512, touch180: 180 }))
      writeFileSync(path.join(folder, `media/brand/${name}.png`), await png(side))
    const { logo, icons } = (await readPack(folder, PACK_READ)).site.brand
    expect(icons.any192).toBe(icons.maskable192)
    expect(new Set([logo, ...Object.values(icons)]).size).toBe(4)
    writeFileSync(path.join(folder, 'media/brand/touch180.png'), await png(181))
    await expect(readPack(folder, PACK_READ)).rejects.toThrow(
      'pack.yaml:10 media/brand/touch180.png must be a PNG of 180 x 180',
    )
  })

  it('has an icon of every size, each an address of its own', async () => {
    const { logo, icons } = await read(brandedPack())
    expect(new Set([logo, ...Object.values(icons)]).size).toBe(6)
  })

  it.each<[string, string, string]>([
    ['color: violet', '  color: violet\n', "brand.color must be a colour such as '#6733c9', in quotes"],
    ['an unknown field', '  colour: "#0b6e4f"\n', "unknown field 'colour'"],
    ['a dark colour alone', '  dark_color: "#ffffff"\n', 'brand.dark_color needs color, too'],
    ['a long short name', `  short_name: ${'x'.repeat(21)}\n`, 'brand.short_name is 21 characters long'],
    ['no such file', '  logo: media/brand/none.svg\n', 'media/brand/none.svg is missing'],
    ['a colour that cannot be read', '  color: "#ff9900"\n', "brand.color '#ff9900' has a contrast of 1.85:1 with"],
    [
      'a dark colour that cannot be read',
      '  color: "#0b6e4f"\n  dark_color: "#0b6e4f"\n',
      "brand.dark_color '#0b6e4f' has a contrast of",
    ],
  ])('is refused with file and line: %s', async (_, brand, message) => {
    const [problem, ...more] = await packProblems(brandedPack(brand))
    expect(more).toEqual([])
    const line = 3 + brand.trimEnd().split('\n').length
    expect(problem).toContain(`pack.yaml:${line} `)
    expect(problem).toContain(message)
  })

  it.each<[string, string, () => Promise<Uint8Array> | string, string]>([
    ['a script', 'a.svg', () => drawing('<script>1</script>'), 'media/brand/a.svg has the element <script>'],
    ['a reference outside', 'a.svg', () => drawing('<use href="https://x.example/y"/>'), 'refers to'],
    ['text', 'a.svg', () => drawing('<text y="9">T</text>'), 'has text, which looks different'],
    [
      'a shape that is not square',
      'a.svg',
      () => drawing('<path d="M0 0h9v9"/>', '0 0 90 30'),
      'is 90 x 30; a logo is',
    ],
    ['nothing to see', 'a.svg', () => drawing(''), 'is not a usable logo: it shows nothing'],
    ['no drawing at all', 'a.svg', () => 'hello', 'does not begin with <svg>'],
    [
      'too large a drawing',
      'a.svg',
      () => drawing(`<path d="${'M0 0h9'.repeat(12_000)}"/>`),
      'bytes; a logo may have 65536',
    ],
    [
      'a photo',
      'a.jpg',
      () =>
        sharp({ create: { width: 512, height: 512, channels: 3, background: '#fff' } })
          .jpeg()
          .toBuffer(),
      'must be an SVG or a PNG',
    ],
    ['a PNG in name alone', 'a.png', () => 'hello', 'media/brand/a.png does not hold what its name says'],
    ['a small PNG', 'a.png', () => png(256), 'is 256 x 256; a bitmap logo must be 512 to 4096 pixels a side'],
    ['a wide PNG', 'a.png', () => png(1024, 512), 'is 1024 x 512; a logo is square'],
    ['a PNG of nothing', 'a.png', () => png(512, 512, 4), 'is not a usable logo: it shows nothing'],
    [
      'half a PNG',
      'a.png',
      async () => (await png(512)).subarray(0, 600),
      'is not a usable logo: it cannot be drawn (vipspng: libpng read error)',
    ],
  ])('is refused for a logo with %s', async (_, name, bytes, message) => {
    const problems = await problemsOf(name, await bytes())
    expect(problems).toEqual([expect.stringMatching(/^pack\.yaml:4 media\/brand\/a\.\w+ /)])
    expect(problems[0]).toContain(message)
  })

  it('is no fault of the pack where the library that draws does not load', async () => {
    const reader = new PackReader(writePack(brandedPack()), PACK_READ)
    const file = reader.yaml('pack.yaml')!
    const broken = () => Promise.reject(new Error('Could not load the "sharp" module\nPossible solutions:'))
    await expect(readBrand(reader, file, file.parse(packSchema)!.brand, broken)).rejects.toEqual(
      new StartError(
        'The icons of the brand cannot be drawn, for sharp does not load: Could not load the "sharp" module',
      ),
    )
    expect(reader.problems.list()).toEqual([])
  })

  it('takes a PNG for a logo, whose icon stands beside the name', async () => {
    expect(await problemsOf('a.png', await png(512))).toEqual([])
  })
})

/** A decoded icon: the colour at a place, as `rrggbb` with the opacity. */
async function pixels(icon: Uint8Array) {
  const { data, info } = await sharp(icon).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    ...info,
    at: (x: number, y: number) => data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4).toString('hex'),
  }
}

describe('icons of a logo', () => {
  const square = Buffer.from(drawing('<rect width="64" height="64" fill="#0b6e4f"/>'))

  it('have the pixels that their names say, in every size', async () => {
    for (const [name, icon] of Object.entries(await drawIcons(Buffer.from(MOON), 64, '#ffffff'))) {
      const { format, width, height } = await sharp(icon).metadata()
      const side = Number(/\d+$/.exec(name)![0])
      expect([name, format, width, height]).toEqual([name, 'png', side, side])
    }
  })

  it('fill their side and keep what is clear, where nothing cuts them', async () => {
    const { any512 } = await drawIcons(Buffer.from(MOON), 64, '#ffffff')
    const icon = await pixels(any512)
    expect([icon.at(0, 0), icon.at(256, 1), icon.at(256, 256)]).toEqual(['00000000', '0b6e4fff', '0b6e4fff'])
  })

  it.each(['maskable192', 'maskable512'] as const)(
    'keep all of a square logo within the safe zone of %s, on a ground without holes',
    async (name) => {
      const icon = await pixels((await drawIcons(square, 64, '#ffeedd'))[name])
      const middle = icon.width / 2
      const outside: string[] = []
      let inside = 0
      for (let y = 0; y < icon.height; y += 1) {
        for (let x = 0; x < icon.width; x += 1) {
          const color = icon.at(x, y)
          if (color === '0b6e4fff') inside += 1
          const safe = Math.hypot(x + 0.5 - middle, y + 0.5 - middle) <= icon.width * 0.4
          if (!safe && color !== 'ffeeddff') outside.push(`${color} at ${x}, ${y}`)
        }
      }
      expect(outside).toEqual([])
      // And it is no speck in it.
      expect(inside / icon.width ** 2).toBeGreaterThan(0.3)
    },
  )

  it('have no clear pixel on an iPhone, which would show black', async () => {
    const icon = await pixels((await drawIcons(Buffer.from(MOON), 64, '#ffffff')).touch180)
    expect([icon.at(0, 0), icon.at(179, 179), icon.at(90, 90)]).toEqual(['ffffffff', 'ffffffff', '0b6e4fff'])
  })

  it.each(['0 0 200 199', '0 0 199 200'])('of a logo that is not quite square have no clear pixel: %s', async (box) => {
    const logo = Buffer.from(drawing('<rect width="200" height="200" fill="#0b6e4f"/>', box))
    const icons = await drawIcons(logo, 200, '#ffeedd')
    for (const name of ['maskable192', 'maskable512', 'touch180'] as const) {
      const { data, info } = await sharp(icons[name]).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      expect([name, info.width, info.height]).toEqual([name, info.height, info.width])
      expect([name, data.filter((value, at) => at % 4 === 3 && value < 255).length]).toEqual([name, 0])
    }
  })

  it('are drawn at the same time as others, and leave no reader of drawings open to uploads', async () => {
    const bad = drawIcons(Buffer.from('<svg'), 64, '#ffffff').catch(() => 'not drawn')
    const good = drawIcons(Buffer.from(MOON), 64, '#ffffff')
    expect(await bad).toBe('not drawn')
    expect(Object.keys(await good)).toHaveLength(5)
    await expect(sharp(Buffer.from(MOON)).metadata()).rejects.toThrow(/unsupported image format/)
  })

  it('are the same bytes each time', async () => {
    const draw = () => drawIcons(Buffer.from(MOON), 64, '#ffffff')
    expect(await draw()).toEqual(await draw())
  })

  it('stand in the program for sites without a brand, as they are drawn of the neutral mark', async () => {
    const mark = neutralMark(PRIMARY, '#ffffff')
    expect(readFileSync(`public${neutralBrand.logo}`, 'utf8')).toBe(mark)
    const drawn = await drawIcons(Buffer.from(mark), 32, PRIMARY)
    for (const [name, address] of Object.entries(neutralBrand.icons)) {
      const [kept, made] = await Promise.all([
        pixels(readFileSync(`public${address}`)),
        pixels(drawn[name as IconName]),
      ])
      expect([name, kept.width, kept.at(0, 0)]).toEqual([name, made.width, made.at(0, 0)])
      const middle = made.width / 2
      expect(kept.at(middle - 30, middle)).toBe(made.at(middle - 30, middle))
    }
  })
})
