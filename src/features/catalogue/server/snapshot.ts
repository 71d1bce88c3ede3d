import * as z from 'zod/mini'
import { LRUCache } from 'lru-cache'
import MiniSearch from 'minisearch'
import { readStored } from '#lib/stored.ts'
import type { CatalogueSource } from '#api/catalogue-reader.ts'
import type { Services } from '#api/context.ts'
import type { CourseSort } from '../catalogue.contract.ts'
import type { CourseRow } from '../catalogue.tables.ts'
import { orders } from './order.ts'

/** A course as lists need it, with its place in the catalogue. The description stays in the database. */
export interface SnapshotCourse extends Omit<CourseRow, 'description_html' | 'tags' | 'video' | 'cover'> {
  tags: string[]
  category: SnapshotCategory
}

export interface SnapshotCategory {
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
  /** Course ids that match a search, best first. Completes words; forgives typing errors where nothing matches as typed. */
  search: (words: string) => readonly number[]
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
  // A failed read must not be remembered.
  made.snapshot.catch(() => {
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
    search: await searcher(courses),
  }
}

function countBy(courses: SnapshotCourse[], column: 'group_id' | 'category_id'): Map<number, number> {
  const counts = new Map<number, number>()
  for (const course of courses) counts.set(course[column], (counts.get(course[column]) ?? 0) + 1)
  return counts
}

/** Numbers kept of the results of searches, the latest: many look for the same. */
const KEPT_RESULTS = 500_000

/**
 * Words that a search looks for, the first ones. Each may be the beginning of thousands; with two hundred letters as words
 * one search of five thousand courses took two seconds, in which nobody else was answered.
 */
const MOST_WORDS = 8

/** Letters from which on a word is completed: nearly every course has a word with a given first letter. */
const COMPLETED_FROM = 2

/** Words of a question, not of a subject: they would have to stand in every course that is found. */
const small = new Set('a an and are at by for from in is of on or the to what with'.split(' '))

async function searcher(courses: SnapshotCourse[]): Promise<Snapshot['search']> {
  const index = new MiniSearch<{ id: number; title: string; category: string; tags: string; summary: string }>({
    fields: ['title', 'category', 'tags', 'summary'],
    processTerm: (term) => {
      const word = term.toLowerCase()
      return small.has(word) ? null : word
    },
    searchOptions: {
      boost: { title: 4, category: 2, tags: 2 },
      prefix: (term) => term.length >= COMPLETED_FROM,
      combineWith: 'AND',
    },
  })
  // In pieces: others are answered meanwhile.
  await index.addAllAsync(
    courses.map(({ id, title, summary, tags, category }) => ({
      id,
      title,
      summary,
      tags: tags.join(' '),
      category: `${category.label} ${category.group.title}`,
    })),
  )
  const search = (words: string) => {
    const exact = index.search(words)
    const hits = exact.length > 0 ? exact : index.search(words, { fuzzy: errorsAllowed })
    return hits.map((hit) => hit.id as number)
  }
  const known = new LRUCache<string, readonly number[]>({
    maxSize: KEPT_RESULTS,
    sizeCalculation: (found, words) => found.length + words.length,
  })
  return (typed) => {
    const words = wordsOf(typed)
    if (words === '') return []
    const found = known.get(words) ?? search(words)
    known.set(words, found)
    return found
  }
}

const wordsIn = MiniSearch.getDefault('tokenize') as (text: string) => string[]

/** What is looked for, and known by: the first words, each once, in small letters. */
function wordsOf(typed: string): string {
  const words = wordsIn(typed.toLowerCase()).filter((word) => word && !small.has(word))
  return [...new Set(words)].slice(0, MOST_WORDS).join(' ')
}

/** One typing error in a short word, two in a longer one, where two swapped letters count as two; none in the shortest. */
function errorsAllowed(term: string): number {
  return term.length < 4 ? 0 : term.length < 6 ? 1 : 2
}
