import { logActivity } from '#core/activity-log.ts'
import type { Context, LearnerContext } from '#core/context.ts'
import { rememberSplash } from '#features/auth/server/accounts.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import type { logMarketingSplash as contract } from '../dashboard.contract.ts'

/** The splashes of the content; the first one is shown (document 1, section 4, 'Splash popup'). */
export async function getAppBanner({ db, site }: Pick<Context, 'db' | 'site'>) {
  const [rows, { splashes }] = await Promise.all([
    db
      .selectFrom('marketing_splashes')
      .select(['id', 'key', 'web_image', 'alt', 'splash_success'])
      .where('retired', '=', 0)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    site(),
  ])
  const marketing_splash = rows.map(({ key, ...splash }) => {
    const words = splashes.find((each) => each.key === key)
    return {
      ...splash,
      portrait_image: words?.portrait ?? null,
      title: words?.title ?? '',
      text: words?.text ?? '',
    }
  })
  return { status: true, data: { marketing_splash } }
}

/**
 * Notes, once, that the learner confirmed a splash, and remembers it as the last one seen.
 * @throws notFound when there is no such splash
 */
export async function logMarketingSplash(
  { db, user, now }: LearnerContext,
  { params }: Pick<InputOf<typeof contract>, 'params'>,
) {
  const found = await db
    .selectFrom('marketing_splashes')
    .select('id')
    .where('id', '=', params.id)
    .where('retired', '=', 0)
    .executeTakeFirst()
  if (!found) throw notFound('There is no such splash')
  await db.transaction().execute(async (tx) => {
    if (!(await rememberSplash(tx, user.id, found.id))) return
    await logActivity(tx, { userId: user.id, kind: 'splash', target: found.id, at: now() })
  })
  return { status: true, success: true, message: 'Noted' }
}
