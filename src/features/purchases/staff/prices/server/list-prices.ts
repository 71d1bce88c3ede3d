import { sql } from 'kysely'
import { UNRELEASED, versionOfImports } from '#core/content/content-facts.ts'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { agreedPrice } from '../../../purchases.rules.ts'
import { PRICES_PAGE, type listPrices as contract, type priceChoices as choicesContract } from '../prices.contract.ts'
import type { PriceSort } from '../prices.rules.ts'

type Query = InputOf<typeof contract>['query']

export async function listPrices(
  { db }: StaffContext,
  { query }: InputOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const { total } = await matching(db, query)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const [name, order] = query.sort.startsWith('-')
    ? [query.sort.slice(1) as PriceSort, 'desc' as const]
    : [query.sort as PriceSort, 'asc' as const]
  const rows = await matching(db, query)
    .innerJoin('course_categories as category', 'category.id', 'course.category_id')
    .innerJoin('course_groups as group', 'group.id', 'course.group_id')
    .leftJoin('content_changes as change', (join) =>
      join.onRef('change.key', '=', 'course.key').on('change.kind', '=', 'price'),
    )
    .select([
      'course.id',
      'course.title',
      'category.label',
      'group.title as group',
      'course.price_paise',
      'course.offer_price_paise',
      'course.gst_percent',
      'course.validity_days',
      'course.popularity',
      'course.retired',
      'change.version',
    ])
    .orderBy(sorts[name], order)
    .orderBy('course.title')
    .orderBy('course.id')
    .limit(PRICES_PAGE)
    .offset((query.page - 1) * PRICES_PAGE)
    .execute()
  const imported = await versionOfImports(db)
  const data = rows.map(({ label, group, retired, version, ...course }) => ({
    ...course,
    category: `${group}: ${label}`,
    total_paise: agreedPrice(course).total_paise,
    withdrawn: retired === 1,
    // As versionOf tells it of one.
    version: Math.max(version ?? 0, imported),
  }))
  return { data, total, pages: Math.max(1, Math.ceil(total / PRICES_PAGE)) }
}

const asked = sql`cast(coalesce(course.offer_price_paise, course.price_paise) as bigint)`

/** As `agreedPrice` reckons the total: both taxes are rounded by themselves. */
const sorts = {
  title: sql`lower(course.title)`,
  price: sql`course.price_paise`,
  total: sql`${asked} + 2 * ((${asked} * course.gst_percent + 100) / 200)`,
  gst: sql`course.gst_percent`,
  validity: sql`course.validity_days`,
  popularity: sql`course.popularity`,
} satisfies Record<PriceSort, unknown>

function matching(db: Db, { words, offer, category, state }: Query) {
  const like = `%${(words ?? '').toLowerCase().replace(/[%_!]/g, '!$&')}%`
  return db
    .selectFrom('courses as course')
    .where('course.retired', '<', UNRELEASED)
    .$if(state !== 'all', (query) => query.where('course.retired', '=', state === 'withdrawn' ? 1 : 0))
    .$if(offer !== undefined, (query) =>
      query.where('course.offer_price_paise', offer === 'with' ? 'is not' : 'is', null),
    )
    .$if(category !== undefined, (query) => query.where('course.category_id', '=', category!))
    .$if(Boolean(words), (query) => query.where(sql<boolean>`lower(course.title) like ${like} escape '!'`))
}

export async function priceChoices({ db }: StaffContext): Promise<ReplyOf<typeof choicesContract>> {
  const rows = await db
    .selectFrom('course_categories as category')
    .innerJoin('course_groups as group', 'group.id', 'category.group_id')
    .where('category.id', 'in', (of) => of.selectFrom('courses').select('category_id'))
    .select(['category.id', 'category.label', 'group.title'])
    .orderBy('group.position')
    .orderBy('category.position')
    .execute()
  return { categories: rows.map(({ id, label, title }) => ({ id, title: `${title}: ${label}` })) }
}
