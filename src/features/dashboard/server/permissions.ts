import type { Context } from '#core/context.ts'

/** The switches that the content sets (document 1, section 3, 'Permission flags'). */
export async function getPermissions({ site }: Pick<Context, 'site'>) {
  const { enableHomePageExam, enableMarketingSplash } = await site()
  const flag = (on: boolean) => (on ? '1' : '0')
  return {
    status: true,
    data: {
      enable_home_page_exam: flag(enableHomePageExam),
      enable_marketing_splash: flag(enableMarketingSplash),
    } as const,
  }
}
