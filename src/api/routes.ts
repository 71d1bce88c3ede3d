import { authRoutes } from '#features/auth/auth.routes.ts'
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
import { supportRoutes } from '#features/support/support.routes.ts'
import { workoutRoutes } from '#features/workouts/workouts.routes.ts'
import type { Route } from './handle.ts'

/** Every call of the product. A new feature adds its list here. */
export const routes: Route[] = [
  ...authRoutes,
  ...catalogueRoutes,
  ...courseRoutes,
  ...dashboardRoutes,
  ...discussionRoutes,
  ...examRoutes,
  ...liveClassRoutes,
  ...newsRoutes,
  ...notificationRoutes,
  ...quizRoutes,
  ...practiceRoutes,
  ...profileRoutes,
  ...purchaseRoutes,
  ...supportRoutes,
  ...workoutRoutes,
]
