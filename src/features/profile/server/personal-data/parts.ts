import { accountPart } from './account.ts'
import { conversationsPart } from './conversations.ts'
import { examsPart } from './exams.ts'
import { learningPart } from './learning.ts'
import { notificationsPart } from './notifications.ts'
import type { PersonalPart } from './part.ts'
import { paymentsPart } from './payments.ts'

/**
 * Everything that is known of a person. A table that gets a `user_id` belongs into one of these: a test asks the database.
 * In this order a download tells it and a deletion erases it: payments look at the account, which therefore goes last.
 */
export const personalParts: PersonalPart[] = [
  learningPart,
  examsPart,
  conversationsPart,
  notificationsPart,
  paymentsPart,
  accountPart,
]
