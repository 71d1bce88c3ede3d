import { describe, expect, it } from 'vitest'
import type { CourseDetails } from './catalogue.contract.ts'
import { categoryData, courseData, courseListData } from './structured-data.rules.ts'

const course: CourseDetails = {
  id: 7,
  title: 'Polity',
  summary: 'All of it.',
  content: '<p>Long</p>',
  thumbnail: '/media/polity.svg',
  thumbnail_alt: 'A parliament',
  category: { group: 'psc', group_title: 'Kerala PSC', slug: 'degree', label: 'Degree Level' },
  tags: [],
  no_lessons: 2,
  total_minutes: 125,
  validity_days: 365,
  price: 100,
  gst: 18,
  pricegst: 118,
  original_pricegst: null,
  sections: [],
}

const site = 'https://learn.example.org'

describe('the description of a course for search engines', () => {
  const graph = (courseData(course, site, 'Example Academy') as { '@graph': Record<string, unknown>[] })['@graph']

  it('names provider, price in rupees with two decimals, picture and workload, with full addresses', () => {
    expect(graph[0]).toMatchObject({
      '@type': 'Course',
      '@id': `${site}/courses/7#course`,
      name: 'Polity',
      description: 'All of it.',
      url: `${site}/courses/7`,
      image: `${site}/media/polity.svg`,
      provider: { '@type': 'Organization', name: 'Example Academy', sameAs: site },
      offers: {
        '@type': 'Offer',
        category: 'Paid',
        price: '118.00',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
      },
      hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Online', courseWorkload: 'PT2H5M' },
    })
    expect(courseData(course, site, 'Example Academy')).toMatchObject({ '@context': 'https://schema.org' })
  })

  it('tells a course without a price from others', () => {
    expect(courseData({ ...course, pricegst: 0 }, site, 'Example Academy')).toMatchObject({
      '@graph': [{ offers: { category: 'Free', price: '0.00' } }, {}],
    })
  })

  it.each([
    [0, 'PT0M'],
    [45, 'PT45M'],
    [60, 'PT1H'],
    [61, 'PT1H1M'],
  ])('says of %i minutes of work %s', (total_minutes, courseWorkload) => {
    expect(courseData({ ...course, total_minutes }, site, 'Example Academy')).toMatchObject({
      '@graph': [{ hasCourseInstance: { courseWorkload } }, {}],
    })
  })

  it('says where the course stands', () => {
    expect(graph[1]?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Courses', item: `${site}/courses` },
      { '@type': 'ListItem', position: 2, name: 'Degree Level', item: `${site}/courses/psc/degree` },
      { '@type': 'ListItem', position: 3, name: 'Polity', item: `${site}/courses/7` },
    ])
  })
})

it('a list names its courses in order', () => {
  expect(courseListData([course, { id: 9, title: 'History' }], site)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Polity', url: `${site}/courses/7` },
      { position: 2, name: 'History', url: `${site}/courses/9` },
    ],
  })
  const category = categoryData({ label: 'Degree Level', path: '/courses/psc/degree' }, [course], site)
  const steps = [
    { name: 'Courses', item: `${site}/courses` },
    { name: 'Degree Level', item: `${site}/courses/psc/degree` },
  ]
  expect(category).toMatchObject({
    '@graph': [{ '@type': 'ItemList' }, { '@type': 'BreadcrumbList', itemListElement: steps }],
  })
})
