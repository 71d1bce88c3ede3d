import type { LearnerContext } from '#core/context.ts'

/** Districts and communities that a registration form offers. */
export async function getDistrictsAndCommunities({ db }: LearnerContext) {
  const [district, community] = await Promise.all([
    db
      .selectFrom('districts')
      .where('retired', '=', 0)
      .select(['id', 'district_name'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('communities')
      .where('retired', '=', 0)
      .select(['id', 'category_name'])
      .orderBy('position')
      .orderBy('id')
      .execute(),
  ])
  return { status: true, district, community }
}
