import { isDeepStrictEqual } from 'node:util'
import { neutralBrand, type Brand, type IconName } from '#core/site/brand.ts'
import type { Pack, PackPolicy } from '../pack.ts'
import type { PackOut } from './pack-out.ts'

/** Writes `pack.yaml`, and policies, each to its own file. */
export function writeSite(out: PackOut, site: Pack['site'], stored: readonly PackPolicy[]): void {
  const { format, name, content_source, phone, flags, pages, popular, featured_exams, districts, communities } = site
  for (const { key, source, body } of stored) out.textFile(`policies/${key}`, source, 'body', body)
  const policies = stored.length > 0 ? Object.fromEntries(stored.map(({ key, changed }) => [key, changed])) : undefined
  const brand = isDeepStrictEqual(site.brand, neutralBrand) ? undefined : brandEntry(out, site.brand)
  out.yaml('pack.yaml', {
    ...{ format, name, brand, content_source, phone, flags, pages, login: loginEntry(out, site.login), policies },
    ...{ popular, featured_exams, districts, communities },
  })
}

function loginEntry({ media }: PackOut, { slogan, text, picture }: Pack['site']['login']) {
  if (slogan === null && text === null && picture === null) return undefined
  return {
    slogan: slogan ?? undefined,
    text: text ?? undefined,
    picture: picture === null ? undefined : media.publicFile(picture, 'login'),
  }
}

/** The brand with the icons as they were drawn. */
function brandEntry({ media }: PackOut, { shortName, logo, icons, colors }: Brand) {
  const file = (address: string) => media.publicFile(address, 'brand')
  return {
    short_name: shortName ?? undefined,
    // A logo that is no drawing is shown by an icon.
    logo: logo === icons.any192 ? undefined : file(logo),
    color: colors?.light.primary,
    dark_color: colors?.dark.primary,
    icons: Object.fromEntries((Object.keys(icons) as IconName[]).map((name) => [name, file(icons[name])])),
  }
}

/** Writes `taxonomy.yaml`. */
export function writeGroups(out: PackOut, groups: Pack['groups']): void {
  out.yaml('taxonomy.yaml', {
    groups: groups.map(({ key, title, image, alt, categories }) => {
      return { key, title, image: out.media.publicFile(image, `group ${key}`), alt, categories }
    }),
  })
}

/** What is published, as the content has it. */
export type Publications = Pick<Pack, 'liveClasses' | 'news' | 'blog' | 'webinars' | 'splashes'>

/** Writes live classes, news, articles, webinars and splashes, each kind to its own file where there are any. */
export function writePublications(out: PackOut, { liveClasses, news, blog, webinars, splashes }: Publications): void {
  const list = (name: string, entries: readonly object[]) => {
    if (entries.length > 0) out.yaml(name, entries)
  }
  list('live-classes.yaml', liveClasses)
  list(
    'news.yaml',
    news.map(({ key, category, title, text, body, link, image, alt, published, source }) => {
      if (body !== null) out.textFile(`news/${key}`, source, 'body', body)
      const picture = out.media.publicFile(image, `news ${key}`)
      return { key, category, title: title ?? undefined, text, link: link ?? undefined, image: picture, alt, published }
    }),
  )
  list(
    'blog.yaml',
    blog.map(({ key, title, summary, author, image, alt, published, body, source }) => {
      out.textFile(`blog/${key}`, source, 'body', body)
      return { key, title, summary, author, image: out.media.publicFile(image, `article ${key}`), alt, published }
    }),
  )
  list(
    'webinars.yaml',
    webinars.map(({ aboutHtml, source, key, title, summary, image, ...more }) => {
      const { texts, html } = out.texts(source, { about: aboutHtml }, `webinar ${key}`)
      return { key, title, summary, ...texts, html, image: out.media.publicFile(image, `webinar ${key}`), ...more }
    }),
  )
  list(
    'splashes.yaml',
    splashes.map(({ key, image, portrait, ...words }) => {
      const file = (address: string) => out.media.publicFile(address, `splash ${key}`)
      return { key, image: file(image), portrait: portrait === undefined ? undefined : file(portrait), ...words }
    }),
  )
}
