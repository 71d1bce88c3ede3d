import {
  appliedMigrations,
  bringUpToDate,
  missingOf,
  type Migrations,
  type Progress,
} from './migrating/bring-up-to-date.ts'
import { refusedMigrations } from './migrating/older-servers.ts'
import type { OpenDatabase } from './open.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as catalogue from './migrations/0002-catalogue.ts'
import * as exams from './migrations/0003-exams.ts'
import * as learning from './migrations/0004-learning.ts'
import * as quickQuestions from './migrations/0005-quick-questions.ts'
import * as courseExams from './migrations/0006-course-exams.ts'
import * as attemptWriter from './migrations/0007-attempt-writer.ts'
import * as questionTimes from './migrations/0008-question-times.ts'
import * as practice from './migrations/0009-practice.ts'
import * as purchases from './migrations/0010-purchases.ts'
import * as dashboard from './migrations/0011-dashboard.ts'
import * as notifications from './migrations/0012-notifications.ts'
import * as accountsEnd from './migrations/0013-accounts-end.ts'
import * as support from './migrations/0014-support.ts'
import * as growth from './migrations/0015-growth.ts'
import * as leases from './migrations/0016-leases.ts'
import * as limits from './migrations/0017-limits.ts'
import * as receipts from './migrations/0018-receipts.ts'
import * as waysIn from './migrations/0019-ways-in.ts'
import * as pastPrices from './migrations/0020-past-prices.ts'
import * as clock from './migrations/0021-clock.ts'
import * as repeatedRequests from './migrations/0022-repeated-requests.ts'
import * as staffWork from './migrations/0023-staff-work.ts'
import * as timesOfTabs from './migrations/0024-times-of-tabs.ts'
import * as quizSkips from './migrations/0025-quiz-skips.ts'
import * as publications from './migrations/0026-publications.ts'
import * as answerKeys from './migrations/0027-answer-keys.ts'
import * as paymentValidity from './migrations/0028-payment-validity.ts'
import * as purchasesByTime from './migrations/0029-purchases-by-time.ts'
import * as staff from './migrations/0030-staff.ts'
import * as learnerSearch from './migrations/0031-learner-search.ts'
import * as paymentsByTime from './migrations/0032-payments-by-time.ts'
import * as placesOfSupply from './migrations/0033-places-of-supply.ts'
import * as statesOfPayments from './migrations/0034-states-of-payments.ts'
import * as extraTimeAndAttempts from './migrations/0035-extra-time-and-attempts.ts'
import * as contentChanges from './migrations/0036-content-changes.ts'
import * as learnerNotes from './migrations/0037-learner-notes.ts'
import * as staffAsMentors from './migrations/0038-staff-as-mentors.ts'
import * as ticketsInQueues from './migrations/0039-tickets-in-queues.ts'
import * as waitingTickets from './migrations/0040-waiting-tickets.ts'
import * as workInOrder from './migrations/0041-work-in-order.ts'
import * as codeOutcomes from './migrations/0042-code-outcomes.ts'
import * as attemptsByTime from './migrations/0043-attempts-by-time.ts'
import * as announcements from './migrations/0044-announcements.ts'
import * as countedLearners from './migrations/0045-counted-learners.ts'
import * as openedWorkouts from './migrations/0046-opened-workouts.ts'
import * as splashAnswers from './migrations/0047-splash-answers.ts'
import * as staffLogInCodes from './migrations/0050-staff-log-in-codes.ts'
import * as staffSessionDevices from './migrations/0051-staff-session-devices.ts'
import * as syncedPasskeys from './migrations/0052-synced-passkeys.ts'
import * as failedFactors from './migrations/0053-failed-factors.ts'
import * as recentSecondFactor from './migrations/0060-recent-second-factor.ts'
import * as staffSearches from './migrations/0070-staff-searches.ts'
import * as wordsOfNames from './migrations/0071-words-of-names.ts'
import * as newPasskeysInSessions from './migrations/0080-new-passkeys-in-sessions.ts'
import * as newPasskeysInLogIns from './migrations/0081-new-passkeys-in-log-ins.ts'
import * as unknownStaffPhones from './migrations/0082-unknown-staff-phones.ts'
import * as sourcesOfFactorTries from './migrations/0085-sources-of-factor-tries.ts'
import * as accessPeriods from './migrations/0090-access-periods.ts'
import * as deskReferences from './migrations/0093-desk-references.ts'
import * as keysOfDeskReferences from './migrations/0094-keys-of-desk-references.ts'
import * as ticketsOfFormerMembers from './migrations/0098-tickets-of-former-members.ts'
import * as ticketNotes from './migrations/0099-ticket-notes.ts'
import * as visitedQuestions from './migrations/0103-visited-questions.ts'
import * as ranksBySecond from './migrations/0107-ranks-by-second.ts'
import * as deletedCommentsWithReplies from './migrations/0108-deleted-comments-with-replies.ts'
import * as retiredQuestions from './migrations/0110-retired-questions.ts'
import * as indexOfRetiredQuestions from './migrations/0111-index-of-retired-questions.ts'
import * as stagedImports from './migrations/0114-staged-imports.ts'
import * as changedOptions from './migrations/0115-changed-options.ts'

/**
 * In order. A released migration never changes: a later one mends it. The name of each after 0029 says which older servers
 * run with it (`migrating/older-servers.ts`).
 */
export const migrations: Migrations = {
  '0001-accounts': accounts,
  '0002-catalogue': catalogue,
  '0003-exams': exams,
  '0004-learning': learning,
  '0005-quick-questions': quickQuestions,
  '0006-course-exams': courseExams,
  '0007-attempt-writer': attemptWriter,
  '0008-question-times': questionTimes,
  '0009-practice': practice,
  '0010-purchases': purchases,
  '0011-dashboard': dashboard,
  '0012-notifications': notifications,
  '0013-accounts-end': accountsEnd,
  '0014-support': support,
  '0015-growth': growth,
  '0016-leases': leases,
  '0017-limits': limits,
  '0018-receipts': receipts,
  '0019-ways-in': waysIn,
  '0020-past-prices': pastPrices,
  '0021-clock': clock,
  '0022-repeated-requests': repeatedRequests,
  '0023-staff-work': staffWork,
  '0024-times-of-tabs': timesOfTabs,
  '0025-quiz-skips': quizSkips,
  '0026-publications': publications,
  '0027-answer-keys': answerKeys,
  '0028-payment-validity': paymentValidity,
  '0029-purchases-by-time': purchasesByTime,
  '0030-staff.expand': staff,
  '0031-learner-search.expand': learnerSearch,
  '0032-payments-by-time.expand': paymentsByTime,
  '0033-places-of-supply.expand': placesOfSupply,
  '0034-states-of-payments.expand': statesOfPayments,
  '0035-extra-time-and-attempts.expand': extraTimeAndAttempts,
  '0036-content-changes.expand': contentChanges,
  '0037-learner-notes.expand': learnerNotes,
  '0038-staff-as-mentors.expand': staffAsMentors,
  '0039-tickets-in-queues.expand': ticketsInQueues,
  '0040-waiting-tickets.expand': waitingTickets,
  '0041-work-in-order.expand': workInOrder,
  '0042-code-outcomes.expand': codeOutcomes,
  '0043-attempts-by-time.expand': attemptsByTime,
  '0044-announcements.expand': announcements,
  '0045-counted-learners.expand': countedLearners,
  '0046-opened-workouts.expand': openedWorkouts,
  '0047-splash-answers.expand': splashAnswers,
  '0050-staff-log-in-codes.expand': staffLogInCodes,
  '0051-staff-session-devices.expand': staffSessionDevices,
  '0052-synced-passkeys.expand': syncedPasskeys,
  '0053-failed-factors.expand': failedFactors,
  '0060-recent-second-factor.expand': recentSecondFactor,
  '0070-staff-searches.expand': staffSearches,
  '0071-words-of-names.expand': wordsOfNames,
  '0080-new-passkeys-in-sessions.expand': newPasskeysInSessions,
  '0081-new-passkeys-in-log-ins.expand': newPasskeysInLogIns,
  '0082-unknown-staff-phones.expand': unknownStaffPhones,
  '0085-sources-of-factor-tries.expand': sourcesOfFactorTries,
  '0090-access-periods.expand': accessPeriods,
  '0093-desk-references.expand': deskReferences,
  '0094-keys-of-desk-references.expand': keysOfDeskReferences,
  '0098-tickets-of-former-members.expand': ticketsOfFormerMembers,
  '0099-ticket-notes.expand': ticketNotes,
  '0103-visited-questions.expand': visitedQuestions,
  '0107-ranks-by-second.expand': ranksBySecond,
  '0108-deleted-comments-with-replies.expand': deletedCommentsWithReplies,
  '0110-retired-questions.expand': retiredQuestions,
  '0111-index-of-retired-questions.expand': indexOfRetiredQuestions,
  '0114-staged-imports.expand': stagedImports,
  '0115-changed-options.expand': changedOptions,
}

/** What a database of this version has, oldest first. */
export const migrationNames = Object.keys(migrations)

/**
 * Brings data to this version, as `bringUpToDate` says. Data of this version are only looked at.
 * @returns migrations of a newer version with which this one runs as well
 * @throws StartError when the data were written by a newer version with which this one does not
 */
export function migrate(opened: OpenDatabase, progress?: Progress): Promise<string[]> {
  return bringUpToDate(opened, migrations, progress)
}

/** Whether this version runs with the data as they are; false of an empty database. */
export async function isUpToDate({ db }: Pick<OpenDatabase, 'db'>): Promise<boolean> {
  const applied = await appliedMigrations(db)
  return missingOf(migrationNames, applied).length === 0 && refusedMigrations(applied, migrationNames).length === 0
}
