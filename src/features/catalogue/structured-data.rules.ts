import { paths } from '#lib/both/paths.ts'
import { breadcrumbData } from '#lib/both/structured-data.ts'
import type { CourseDetails } from './catalogue.contract.ts'

/** schema.org descriptions of the public pages, for search engines. `site` is the site's address without a final slash. */

const context = 'https://schema.org'

/** A course with its price, and where it stands in the catalogue. */
export function courseData(course: CourseDetails, site: string, provider: string): object {
  const url = site + paths.course(course.id)
  const { category } = course
  return {
    '@context': context,
    '@graph': [
      {
        '@type': 'Course',
        '@id': `${url}#course`,
        name: course.title,
        description: course.summary,
        url,
        image: new URL(course.thumbnail, site).href,
        provider: { '@type': 'Organization', name: provider, sameAs: site },
        offers: {
          '@type': 'Offer',
          category: course.pricegst > 0 ? 'Paid' : 'Free',
          price: course.pricegst.toFixed(2),
          priceCurrency: 'INR',
          availability: 'https://schema.org/InStock',
          url,
        },
        hasCourseInstance: {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          courseWorkload: isoDuration(course.total_minutes),
        },
      },
      breadcrumbData(
        [
          { name: 'Courses', path: paths.courses },
          { name: category.label, path: paths.category(category.group, category.slug) },
          { name: course.title, path: paths.course(course.id) },
        ],
        site,
      ),
    ],
  }
}

/** A list of courses, in the order it is shown. */
export function courseListData(courses: { id: number; title: string }[], site: string): object {
  return { '@context': context, ...itemList(courses, site) }
}

/** A category: its courses, and where it stands. */
export function categoryData(
  category: { label: string; path: string },
  courses: { id: number; title: string }[],
  site: string,
): object {
  const steps = [
    { name: 'Courses', path: paths.courses },
    { name: category.label, path: category.path },
  ]
  return { '@context': context, '@graph': [itemList(courses, site), breadcrumbData(steps, site)] }
}

function itemList(courses: { id: number; title: string }[], site: string): object {
  return {
    '@type': 'ItemList',
    itemListElement: courses.map(({ id, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: site + paths.course(id),
    })),
  }
}

/** 1325 minutes give `PT22H5M`. */
function isoDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}
