import { PRIMARY } from '../both/primary-color.ts'

/** What islands know of the site from the head of their page (layouts/Base.astro). For browsers only. */

/** The site's name, as the content or the settings have it. */
export function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
}

/** Address of the site's mark. */
export function siteLogo(): string {
  return document.querySelector<HTMLLinkElement>('link[rel=icon]')?.getAttribute('href') ?? ''
}

/** The primary colour of the light theme, as `#rrggbb`. */
export function siteColor(): string {
  const pair = document.documentElement.style.getPropertyValue('--color-primary')
  return /#[0-9a-f]{6}/.exec(pair)?.[0] ?? PRIMARY
}

/** Names the page, as those that the server names are named. */
export function nameDocument(title: string): void {
  document.title = `${title} | ${siteName()}`
}
