import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { readStored } from '#lib/server/stored.ts'
import type { CatalogueSource } from '#core/site/catalogue-reader.ts'
import type { Services } from '#core/context.ts'
import type { CourseSort } from '../catalogue.contract.ts'
import type { CourseRow } from '../catalogue.tables.ts'
import { orders } from './order.ts'
import { searchIndex, type SearchedSection, type SearchIndex } from './search/search-index.ts'

/** A course as lists need it, with its place in the catalogue. The description stays in the database. */
export interface SnapshotCourse extends Omit<CourseRow, 'description_html' | 'tags' | 'video' | 'cover'> {
  tags: string[]
  category: SnapshotCategory
}

interface SnapshotCategory {
  id: number
  key: string
  label: string
  group: { id: number; key: string; title: string; image: string; alt: string }
  subcategories: { id: number; key: string; label: string }[]
}

const tagsOfCourse = z.array(z.string())

/** The whole catalogue in memory: a few thousand courses, read by everybody, changed only by imports. */
export interface Snapshot {
  groups: SnapshotCategory['group'][]
  categories: SnapshotCategory[]
  courses: SnapshotCourse[]
  byId: Map<number, SnapshotCourse>
  /** The courses in each order, so that no page sorts them anew. */
  sorted: Record<CourseSort, readonly SnapshotCourse[]>
  /** How many courses there are of each group and category. */
  counts: { groups: Map<number, number>; categories: Map<number, number> }
  /** Made while the catalogue is served already: only a search waits for it. */
  search: Promise<SearchIndex>
}

const snapshots = new WeakMap<Services['db'], { version: string; snapshot: Promise<Snapshot> }>()

/** The public catalogue of the current content version; read again after an import. */
export function catalogueSnapshot({ catalogue }: Pick<Services, 'catalogue'>): Promise<Snapshot> {
  return catalogue(snapshotFrom)
}

/** The catalogue as one database has it. */
export async function snapshotFrom({ db, site }: CatalogueSource): Promise<Snapshot> {
  const { contentVersion: version } = await site()
  const known = snapshots.get(db)
  if (known?.version === version) return known.snapshot
  const made = { version, snapshot: readSnapshot(db) }
  snapshots.set(db, made)
  // A failed read must not be remembered, nor one whose search failed. Who searches is told; nobody else is to end by it.
  made.snapshot
    .then(({ search }) => search)
    .catch(() => {
      if (snapshots.get(db) === made) snapshots.delete(db)
    })
  return made.snapshot
}

async function readSnapshot(db: Services['db']): Promise<Snapshot> {
  const [groups, categoryRows, subcategoryRows, courseRows] = await Promise.all([
    db
      .selectFrom('course_groups')
      .select(['id', 'key', 'title', 'image', 'alt'])
      .where('retired', '=', 0)
      .orderBy('position')
      .execute(),
    db.selectFrom('course_categories').selectAll().where('retired', '=', 0).orderBy('position').execute(),
    db.selectFrom('course_subcategories').selectAll().where('retired', '=', 0).orderBy('position').execute(),
    db
      .selectFrom('courses')
      .select([
        'id',
        'key',
        'title',
        'summary',
        'group_id',
        'category_id',
        'subcategory_id',
        'thumbnail',
        'thumbnail_alt',
        'price_paise',
        'offer_price_paise',
        'gst_percent',
        'validity_days',
        'tags',
        'lesson_count',
        'popularity',
        'rating_tenths',
        'published_at',
        'retired',
      ])
      .where('retired', '=', 0)
      .orderBy('id')
      .execute(),
  ])
  const groupsById = new Map(groups.map((group) => [group.id, group]))
  const categories = categoryRows.flatMap(({ id, key, label, group_id }): SnapshotCategory[] => {
    const group = groupsById.get(group_id)
    const subcategories = subcategoryRows.filter((sub) => sub.category_id === id)
    return group
      ? [
          {
            id,
            key,
            label,
            group,
            subcategories: subcategories.map((sub) => ({ id: sub.id, key: sub.key, label: sub.label })),
          },
        ]
      : []
  })
  const categoriesById = new Map(categories.map((category) => [category.id, category]))
  const courses = courseRows.flatMap((row): SnapshotCourse[] => {
    const category = categoriesById.get(row.category_id)
    return category ? [{ ...row, tags: readStored(tagsOfCourse, row.tags, 'The tags of a course'), category }] : []
  })
  const search = outlines(
    db,
    courses.map(({ id }) => id),
  ).then((inside) =>
    searchIndex(
      courses.map(({ id, title, summary, tags, category }) => ({
        id,
        title,
        summary,
        tags,
        category: `${category.label} / ${category.group.title}`,
        sections: inside.get(id) ?? [],
      })),
    ),
  )
  const order = new Map(groups.map((group, index) => [group.id, index]))
  categories.sort((a, b) => order.get(a.group.id)! - order.get(b.group.id)!)
  return {
    groups,
    categories,
    courses,
    byId: new Map(courses.map((course) => [course.id, course])),
    sorted: {
      latest: courses.toSorted(orders.latest),
      popularity: courses.toSorted(orders.popularity),
      rating: courses.toSorted(orders.rating),
    },
    counts: { groups: countBy(courses, 'group_id'), categories: countBy(courses, 'category_id') },
    search,
  }
}

function countBy(courses: SnapshotCourse[], column: 'group_id' | 'category_id'): Map<number, number> {
  const counts = new Map<number, number>()
  for (const course of courses) counts.set(course[column], (counts.get(course[column]) ?? 0) + 1)
  return counts
}

/** Courses whose sections and chapters are read before others get their turn. */
const AT_ONCE = 200

/** The titles inside each course. */
async function outlines(db: Services['db'], ids: readonly number[]): Promise<Map<number, SearchedSection[]>> {
  const found = new Map<number, SearchedSection[]>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const of = ids.slice(at, at + AT_ONCE)
    const sections = await db
      .selectFrom('course_sections')
      .select(['id', 'course_id', 'title'])
      .where('course_id', 'in', of)
      .where('retired', '=', 0)
      .orderBy('position')
      .execute()
    const chapters = await db
      .selectFrom('chapters')
      .select(['section_id', 'title'])
      .where('course_id', 'in', of)
      .where('retired', '=', 0)
      .orderBy('position')
      .execute()
    const titles = Map.groupBy(chapters, ({ section_id }) => section_id)
    for (const { id, course_id, title } of sections) {
      const outline = found.get(course_id) ?? []
      outline.push({ title, chapters: (titles.get(id) ?? []).map((chapter) => chapter.title) })
      found.set(course_id, outline)
    }
    await setImmediate()
  }
  return found
}
