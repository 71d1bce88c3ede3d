import { UNRELEASED } from '#core/content/content-facts.ts'
import type { StaffContext } from '#core/context.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { listCourseTitles as contract } from '../course-titles.contract.ts'

export async function listCourseTitles({ db }: StaffContext): Promise<ReplyOf<typeof contract>> {
  const rows = await db
    .selectFrom('courses')
    .select(['id', 'title', 'retired'])
    .where('retired', '<', UNRELEASED)
    .orderBy('retired')
    .orderBy('title')
    .orderBy('id')
    .execute()
  return { data: rows.map(({ retired, ...row }) => ({ ...row, retired: retired === 1 })) }
}
