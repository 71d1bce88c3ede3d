import { paths } from '#lib/both/paths.ts'

export interface NavLink {
  label: string
  href: string
  icon: string
}

export interface NavGroup {
  label: string
  icon: string
  links: NavLink[]
}

/** The sidebar, in its order (document 1, section 2, 'App shell'). */
export const navigation: (NavLink | NavGroup)[] = [
  { label: 'Dashboard', href: paths.dashboard, icon: 'lucide:layout-dashboard' },
  {
    label: 'Courses',
    icon: 'lucide:graduation-cap',
    links: [
      { label: 'My Courses', href: paths.myCourses, icon: 'lucide:book-open-check' },
      { label: 'All Courses', href: paths.courses, icon: 'lucide:library' },
      { label: 'Daily Workouts', href: paths.dailyWorkouts, icon: 'lucide:calendar-check' },
    ],
  },
  {
    label: 'Exams',
    icon: 'lucide:clipboard-list',
    links: [
      { label: 'Quizzes', href: paths.quizzes, icon: 'lucide:zap' },
      { label: 'General Exams', href: paths.mockTests, icon: 'lucide:timer' },
      { label: 'Practice', href: paths.practice, icon: 'lucide:notebook-pen' },
    ],
  },
  { label: 'Live Classes', href: paths.liveClasses, icon: 'lucide:radio' },
  { label: 'Support', href: paths.support, icon: 'lucide:life-buoy' },
]

/** Screens below an entry that do not start with its address. */
const elsewhere: Record<string, string> = {
  '/buycourse': paths.courses,
  '/search': paths.courses,
  '/exam': paths.mockTests,
}

/** The entry's address that `path` belongs to, or undefined: `/my-courses/7/exam/3` belongs to `/my-courses`. */
export function activeEntry(path: string): string | undefined {
  const first = `/${path.split('/')[1] ?? ''}`
  const found = elsewhere[first] ?? first
  const links = navigation.flatMap((entry) => ('links' in entry ? entry.links : [entry]))
  return links.find(({ href }) => href === found)?.href
}
