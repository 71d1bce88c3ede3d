import { authRoutes } from '#features/auth/auth.routes.ts'
import { authoringRoutes } from '#features/authoring/authoring.routes.ts'
import { catalogueRoutes } from '#features/catalogue/catalogue.routes.ts'
import { courseRoutes } from '#features/course/course.routes.ts'
import { dashboardRoutes } from '#features/dashboard/dashboard.routes.ts'
import { discussionRoutes } from '#features/discussions/discussions.routes.ts'
import { examRoutes } from '#features/exams/exams.routes.ts'
import { liveClassRoutes } from '#features/live-classes/live-classes.routes.ts'
import { newsRoutes } from '#features/news/news.routes.ts'
import { notificationRoutes } from '#features/notifications/notifications.routes.ts'
import { quizRoutes } from '#features/quizzes/quizzes.routes.ts'
import { practiceRoutes } from '#features/practice/practice.routes.ts'
import { profileRoutes } from '#features/profile/profile.routes.ts'
import { purchaseRoutes } from '#features/purchases/purchases.routes.ts'
import { staffRoutes } from '#features/staff/staff.routes.ts'
import { supportRoutes } from '#features/support/support.routes.ts'
import { webinarRoutes } from '#features/webinars/webinars.routes.ts'
import { workoutRoutes } from '#features/workouts/workouts.routes.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import type { Route } from '#core/calls/handle.ts'

/** The features, as the API document lists them. A new one adds its calls here. */
export const features = {
  'Log-in': { about: 'Codes, profiles of new learners, log-out.', routes: authRoutes },
  Authoring: { about: 'What staff need to write content: pictures, previews.', routes: authoringRoutes },
  Catalogue: { about: 'Courses for sale and courses bought.', routes: catalogueRoutes },
  Courses: { about: 'The page of a bought course: chapters, videos, documents.', routes: courseRoutes },
  Dashboard: { about: "A learner's figures, and what the site shows first.", routes: dashboardRoutes },
  Discussions: { about: 'Questions and answers of a course.', routes: discussionRoutes },
  Exams: { about: 'Timed exams: lists, registration, attempts, results.', routes: examRoutes },
  'Live classes': { about: 'Classes at a time, and the calendar of them.', routes: liveClassRoutes },
  News: { about: 'News of the site.', routes: newsRoutes },
  Notifications: { about: 'What learners are told, and Web Push.', routes: notificationRoutes },
  Quizzes: { about: 'Short papers that show their answers.', routes: quizRoutes },
  Practice: { about: 'The notebook of missed questions.', routes: practiceRoutes },
  Profile: { about: 'Account settings, devices, export, deletion.', routes: profileRoutes },
  Purchases: { about: 'Orders, payments, renewals, receipts.', routes: purchaseRoutes },
  Staff: { about: 'Who runs the site: log-in, accounts, the log of what they do.', routes: staffRoutes },
  Support: { about: 'Tickets.', routes: supportRoutes },
  Webinars: { about: 'Registering for webinars.', routes: webinarRoutes },
  Workouts: { about: 'Daily workouts of a course.', routes: workoutRoutes },
} satisfies Record<string, { about: string; routes: Route[] }>

/** Every call of the product. */
export const routes: Route[] = Object.values(features).flatMap((feature) => feature.routes)

const names = new Map(
  Object.entries(features).flatMap(([name, feature]) =>
    feature.routes.map(({ endpoint }): [Endpoint, string] => [endpoint, name]),
  ),
)

/** The name of the feature that a call belongs to. */
export function featureOf(endpoint: Endpoint): string {
  return names.get(endpoint) ?? 'Others'
}
