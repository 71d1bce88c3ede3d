import { activityPart, callsPart, staffLogPart } from '#core/personal-data/own-parts.ts'
import type { PersonalPart } from '#core/personal-data/part.ts'
import { accountPart, notesPart } from '#features/auth/server/personal-data.ts'
import { coursePart, watchDaysPart } from '#features/course/server/personal-data.ts'
import { dashboardPart } from '#features/dashboard/server/personal-data.ts'
import { discussionsPart } from '#features/discussions/server/personal-data.ts'
import { examsPart } from '#features/exams/server/personal-data.ts'
import { liveClassesPart } from '#features/live-classes/server/personal-data.ts'
import { notificationsPart } from '#features/notifications/server/personal-data.ts'
import { practicePart } from '#features/practice/server/personal-data.ts'
import { billingPart, enrolmentsPart, paymentsPart } from '#features/purchases/server/personal-data.ts'
import { quizzesPart } from '#features/quizzes/server/personal-data.ts'
import { staffLogInsPart } from '#features/staff/server/personal-data.ts'
import { supportPart } from '#features/support/server/personal-data.ts'
import { webinarsPart } from '#features/webinars/server/personal-data.ts'

/**
 * Everything that is known of a person. A table that gets a `user_id` belongs into the part of its owner: a test asks the
 * database. In this order a download tells it and a deletion erases it: payments look at the account, which therefore goes
 * after them.
 */
export const personalParts: readonly PersonalPart[] = [
  enrolmentsPart,
  coursePart,
  activityPart,
  liveClassesPart,
  watchDaysPart,
  webinarsPart,
  dashboardPart,
  examsPart,
  quizzesPart,
  practicePart,
  discussionsPart,
  supportPart,
  notificationsPart,
  billingPart,
  paymentsPart,
  callsPart,
  accountPart,
  notesPart,
  staffLogInsPart,
  staffLogPart,
]
