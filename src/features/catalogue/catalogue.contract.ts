import * as z from 'zod/mini'
import { endpoint } from '#lib/both/calls/endpoint.ts'
import { id, means, named, page, paged, perPage, text } from '#lib/both/calls/fields.ts'
import { howMany, isoInstant, minutes, percent, rowId, rupees, safeHtml } from '#lib/both/calls/reply-fields.ts'

/** Courses for sale and courses bought: document 1, sections 3 and 7. Prices are rupees with at most two decimals. */

const slug = z._default(text(100), '')

export const sortValues = ['popularity', 'latest', 'rating'] as const
export type CourseSort = (typeof sortValues)[number]

const listedCourse = z.object({
  id: rowId,
  title: z.string(),
  summary: z.string(),
  thumbnail: z.string(),
  thumbnail_alt: z.string(),
  category_name: z.string(),
  no_lessons: howMany,
  price_incl_gst: rupees,
  original_price_incl_gst: means(z.nullable(rupees), 'The price before an offer, with GST; null without an offer'),
  gst: means(percent, 'Ours: of the price before it; 0 of a course without GST'),
  tags: z.array(z.string()),
})

export type ListedCourse = z.output<typeof listedCourse>

const foundCourse = z.extend(listedCourse, {
  found_in: means(
    z.nullable(z.string()),
    "Ours: `Chapter: The Preamble` or `Section: Polity` where a search found words that the course's own texts do not have",
  ),
})

export type FoundCourse = z.output<typeof foundCourse>

export const getContentSource = endpoint({
  method: 'GET',
  path: '/getcontentsource',
  access: 'anyone',
  versioned: true,
  summary: 'Which landing variant the site shows',
  reply: z.object({ status: z.boolean(), data: z.object({ content_source: z.enum(['cc', 'wac']) }) }),
})

export const getHomePage = endpoint({
  method: 'GET',
  path: '/page/home',
  access: 'anyone',
  versioned: true,
  summary: 'Popular courses of the home page',
  reply: z.object({
    status: z.boolean(),
    data: z.object({ popularCourses: z.object({ PSC: z.object({ items: z.array(listedCourse) }) }) }),
  }),
})

const category = z.object({ id: rowId, title: z.string(), group: z.string(), course_count: howMany })

export const listCategories = endpoint({
  method: 'GET',
  path: '/category',
  access: 'anyone',
  versioned: true,
  summary: 'Course categories',
  reply: z.object({ status: z.boolean(), data: z.array(category) }),
})

export const listCourses = endpoint({
  method: 'GET',
  path: '/user/courses',
  access: 'anyone',
  versioned: true,
  summary: 'Courses for sale, searched, filtered and sorted',
  query: z.object({
    search: z._default(text(200), ''),
    /** Left out or empty: the best matches of a search first, otherwise the latest courses. */
    sort: z._default(
      z.union([z.enum(sortValues), z.literal('')], { error: 'Must be popularity, latest or rating' }),
      '',
    ),
    category: means(
      z._default(z.union([id, z.literal('')], { error: 'Must be a category id' }), ''),
      'A category id; empty: all',
    ),
    current_page: page,
    per_page: perPage(12),
  }),
  reply: z.extend(paged(foundCourse), { status: z.boolean() }),
})

const purchaseStatus = z.enum(['Active', 'Expired', 'Not Purchased'])
export type PurchaseStatus = z.output<typeof purchaseStatus>

const courseChapter = z.object({
  id: rowId,
  title: z.string(),
  duration: minutes,
})

const courseSection = z.object({
  id: rowId,
  title: z.string(),
  demo: means(z.enum(['0', '1']), "'1': open without buying"),
  chapters: z.array(courseChapter),
})

const courseDetails = z.object({
  id: rowId,
  title: z.string(),
  summary: z.string(),
  content: safeHtml,
  thumbnail: z.string(),
  thumbnail_alt: z.string(),
  category: z.object({ group: z.string(), group_title: z.string(), slug: z.string(), label: z.string() }),
  tags: z.array(z.string()),
  no_lessons: howMany,
  total_minutes: minutes,
  validity_days: howMany,
  price: means(rupees, 'Before GST; the offer price where there is one'),
  gst: percent,
  pricegst: rupees,
  original_pricegst: z.nullable(rupees),
  sections: z.array(courseSection),
})

export type CourseDetails = z.output<typeof courseDetails>

export const getCourse = endpoint({
  method: 'POST',
  path: '/user/courses/{id}',
  access: 'learner',
  summary: 'A course for sale; course_details is null when there is none',
  params: z.object({ id }),
  reply: z.object({
    status: z.boolean(),
    page_content: z.object({
      course_details: z.nullable(courseDetails),
      course_status: purchaseStatus,
    }),
  }),
})

/** Ours: by it a page that is the same for everybody leaves out what one learner has. */
export const listOwnedCourses = endpoint({
  method: 'GET',
  path: '/user/owned-courses',
  access: 'learner',
  summary: 'Ids of the courses that the learner has or had, expired ones too',
  reply: z.object({ status: z.boolean(), data: z.array(rowId) }),
})

// The misspelt path is the specification's.
export const checkPurchaseStatus = endpoint({
  method: 'GET',
  path: '/user/courses/wac/checkCoursePurchseStatus',
  access: 'learner',
  summary: 'Whether the learner owns a course, and what buying it costs',
  query: z.object({ id }),
  reply: z.object({
    status: z.boolean(),
    success: z.boolean(),
    course_status: purchaseStatus,
    course_details: z.nullable(
      z.object({
        id: rowId,
        title: z.string(),
        thumbnail: z.string(),
        price: rupees,
        gst: percent,
        pricegst: rupees,
      }),
    ),
  }),
})

const courseCard = z.object({
  id: rowId,
  title: z.string(),
  thumbnail: z.string(),
  thumbnail_alt: z.string(),
  category_name: z.string(),
  totalVideoCounts: howMany,
  watchedCounts: howMany,
  purchased_status: z.enum(['Subscribed upto', 'Expired On']),
  validity: means(z.string(), 'dd-MM-yyyy in Indian time'),
  validity_iso: isoInstant,
})

export type CourseCard = z.output<typeof courseCard>

export const listMyCourses = endpoint({
  method: 'POST',
  path: '/user/courses/my/course',
  access: 'learner',
  summary: "The learner's courses",
  query: z.object({
    search: z._default(text(200), ''),
    sort: z._default(z.literal('new', { error: "Must be 'new'" }), 'new'),
    category: z._default(z.union([id, z.literal('')], { error: 'Must be a category id' }), ''),
    current_page: page,
    per_page: perPage(12),
  }),
  reply: z.extend(paged(courseCard), { status: z.boolean() }),
})

const courseGroup = z.object({
  id: rowId,
  slug: z.string(),
  title: z.string(),
  image: z.object({ desktop_image: z.string(), alt: z.string() }),
  course_count: howMany,
  course_categories: z.array(
    z.object({
      slug: z.string(),
      label: z.string(),
      course_sub_categories: z.array(z.object({ id: rowId, slug: z.string(), label: z.string() })),
    }),
  ),
})

export type CourseGroup = z.output<typeof courseGroup>

export const listCourseGroups = endpoint({
  method: 'GET',
  service: 'ops',
  path: '/courses',
  access: 'anyone',
  versioned: true,
  summary: 'Course groups with their categories and subcategories',
  reply: z.object({ status: z.boolean(), course_groups: z.array(courseGroup) }),
})

const groupCourse = z.object({
  reference_id: rowId,
  title: z.string(),
  image: z.object({ background_image: z.string(), alt: z.string() }),
  tags: z.array(z.object({ label: z.string() })),
  chapters: howMany,
  info: z.object({
    originalPrice: means(rupees, 'With GST'),
    discountedPrice: means(z.nullable(rupees), 'With GST; null without an offer'),
    gst: means(percent, 'Ours: of the price before it; 0 of a course without GST'),
  }),
})

export type GroupCourse = z.output<typeof groupCourse>

export const filterCourses = endpoint({
  method: 'GET',
  service: 'ops',
  path: '/courses-filter',
  access: 'anyone',
  versioned: true,
  summary: 'Courses of a group, a category or a subcategory',
  query: z.object({ course_group: slug, course_category: slug, course_subcategory: slug }),
  reply: z.object({ status: z.boolean(), data: z.object({ results: z.array(groupCourse) }) }),
})

named({
  ListedCourse: listedCourse,
  FoundCourse: foundCourse,
  Category: category,
  CourseDetails: courseDetails,
  CourseCard: courseCard,
  CourseGroup: courseGroup,
  GroupCourse: groupCourse,
})
