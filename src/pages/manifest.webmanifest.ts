import type { APIRoute } from 'astro'
import { pageContext } from '#core/provide.ts'
import { paths } from '#lib/both/paths.ts'
import { PRIMARY } from '#lib/both/primary-color.ts'
import { themeColor } from '../layouts/head/theme-color.ts'

/** What a device needs to know to put the site on its home screen. */
export const GET: APIRoute = async () => {
  const { name, brand } = await pageContext().site()
  const { any192, any512, maskable192, maskable512 } = brand.icons
  const png = (src: string, side: number, purpose: 'any' | 'maskable') => ({
    ...{ src, sizes: `${side}x${side}`, type: 'image/png', purpose },
  })
  const manifest = {
    name,
    short_name: brand.shortName ?? name,
    description: 'Courses, timed mock exams, daily workouts and live classes.',
    lang: 'en-IN',
    start_url: paths.dashboard,
    scope: '/',
    display: 'standalone',
    background_color: themeColor.light,
    theme_color: brand.colors?.light.primary ?? PRIMARY,
    icons: [
      ...(brand.logo.endsWith('.svg')
        ? [{ src: brand.logo, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
        : []),
      png(any192, 192, 'any'),
      png(any512, 512, 'any'),
      png(maskable192, 192, 'maskable'),
      png(maskable512, 512, 'maskable'),
    ],
  }
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } })
}
