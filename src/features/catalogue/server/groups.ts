import type { Services } from '#core/context.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import type { filterCourses as filterContract, CourseGroup, GroupCourse } from '../catalogue.contract.ts'
import { pricesOf } from '../catalogue.rules.ts'
import { catalogueSnapshot, type SnapshotCourse } from './snapshot.ts'

/** Course groups with their categories and subcategories, in the content's order. */
export async function listCourseGroups(services: Pick<Services, 'catalogue'>) {
  const { groups, categories, counts } = await catalogueSnapshot(services)
  const course_groups = groups.map((group): CourseGroup => ({
    id: group.id,
    slug: group.key,
    title: group.title,
    image: { desktop_image: group.image, alt: group.alt },
    course_count: counts.groups.get(group.id) ?? 0,
    course_categories: categories
      .filter((category) => category.group.id === group.id)
      .map(({ key, label, subcategories }) => ({
        slug: key,
        label,
        course_sub_categories: subcategories.map((sub) => ({ id: sub.id, slug: sub.key, label: sub.label })),
      })),
  }))
  return { status: true, course_groups }
}

/** Courses of a group, narrowed by category and subcategory slugs; an empty slug means all. */
export async function filterCourses(
  services: Pick<Services, 'catalogue'>,
  { query }: Pick<InputOf<typeof filterContract>, 'query'>,
) {
  const { course_group, course_category, course_subcategory } = query
  const { sorted } = await catalogueSnapshot(services)
  const results = sorted.popularity
    .filter(
      ({ category, subcategory_id }) =>
        (!course_group || category.group.key === course_group) &&
        (!course_category || category.key === course_category) &&
        (!course_subcategory ||
          category.subcategories.some((sub) => sub.id === subcategory_id && sub.key === course_subcategory)),
    )
    .map(groupCourse)
  return { status: true, data: { results } }
}

/**
 * What the page of a category shows; undefined for a category that does not exist. An unknown subcategory counts as
 * all of them.
 */
export async function categoryPage(
  services: Pick<Services, 'catalogue'>,
  asked: { group: string; category: string; subcategory: string | null },
) {
  const { course_groups: groups } = await listCourseGroups(services)
  const group = groups.find(({ slug }) => slug === asked.group)
  const category = group?.course_categories.find(({ slug }) => slug === asked.category)
  if (!group || !category) return undefined
  const subcategory = category.course_sub_categories.find(({ slug }) => slug === asked.subcategory)
  const query = { course_group: group.slug, course_category: category.slug, course_subcategory: '' }
  const all = (await filterCourses(services, { query })).data.results
  const { results } = subcategory
    ? (await filterCourses(services, { query: { ...query, course_subcategory: subcategory.slug } })).data
    : { results: all }
  return { groups, group, category, subcategory, results, total: all.length }
}

function groupCourse(course: SnapshotCourse): GroupCourse {
  const { withGst, originalWithGst } = pricesOf(course)
  return {
    reference_id: course.id,
    title: course.title,
    image: { background_image: course.thumbnail, alt: course.thumbnail_alt },
    tags: course.tags.map((label) => ({ label })),
    chapters: course.lesson_count,
    info: {
      originalPrice: originalWithGst ?? withGst,
      discountedPrice: originalWithGst === null ? null : withGst,
      gst: course.gst_percent,
    },
  }
}
