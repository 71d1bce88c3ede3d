import { paths, withQuery } from '#lib/both/paths.ts'
import type { Crumb } from '#ui/navigation/Breadcrumb.tsx'

/** The tab of the course's page that lists its exams. */
export function examinationsPath(courseId: number): string {
  return withQuery(paths.myCourse(courseId), { tab: 'examinations' })
}

/** Home > My Courses > the course; its title as soon as it is known. */
export function courseCrumbs(courseId: number, title: string | undefined): Crumb[] {
  return [
    { label: 'My Courses', href: paths.myCourses },
    ...(title ? [{ label: title, href: examinationsPath(courseId) }] : []),
  ]
}
