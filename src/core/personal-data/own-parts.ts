import type { ActivityLogTable } from '#db/database.ts'
import { deleteRows, type PersonalPart } from './part.ts'

/** What no feature owns of a person. */

const activityWords = {
  syllabus: 'Syllabus of a course',
  workout: 'Workout',
  live_class: 'Live class',
  purchase: 'Purchase page of a course',
  splash: 'Announcement on the dashboard',
} satisfies Record<ActivityLogTable['kind'], string>

/** What was noted because nothing else keeps it. */
export const activityPart: PersonalPart = {
  tables: ['activity_log'],
  lists: [
    {
      key: 'activity',
      title: 'What you opened',
      columns: { kind: ['What', activityWords], target_id: 'Number', detail: 'Detail', created_at: ['When', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('activity_log')
          .select(['kind', 'target_id', 'detail', 'created_at'])
          .where('user_id', '=', userId)
          .orderBy('id'),
    },
  ],
  erase: (tx, person) => deleteRows(tx, person, ['activity_log']),
}

/** How often calls with a limit were made, and what was answered to those that create something. */
export const callsPart: PersonalPart = {
  tables: ['call_counts', 'creation_replies'],
  lists: [],
  erase: (tx, person) => deleteRows(tx, person, ['call_counts', 'creation_replies']),
}

/** What staff did to the person. */
export const staffLogPart: PersonalPart = {
  tables: ['audit_learners', 'staff_log'],
  lists: [
    {
      key: 'staff_log',
      title: 'What those who run the site changed for you or looked at, and why',
      columns: {
        action: 'What',
        subject: 'Of what',
        reason: 'Why',
        before: ['Before', 'json'],
        after: ['After', 'json'],
        at: ['When', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('audit_learners')
          .innerJoin('audit_log', 'audit_log.id', 'audit_learners.log_id')
          .leftJoin('audit_details', 'audit_details.log_id', 'audit_learners.log_id')
          .select(({ fn, val }) => [
            'audit_log.action',
            'audit_log.subject',
            fn.coalesce('audit_details.reason', val('')).as('reason'),
            fn.coalesce('audit_details.before', val('{}')).as('before'),
            fn.coalesce('audit_details.after', val('{}')).as('after'),
            'audit_log.at',
          ])
          .where('audit_learners.user_id', '=', userId)
          .orderBy('audit_learners.log_id'),
    },
  ],
  erase: async (tx, person) => {
    // That somebody of the staff did something stays; why, and what it was before, does not. What is about many says nothing
    // of one of them.
    await tx
      .deleteFrom('audit_details')
      .where('log_id', 'in', (of) =>
        of
          .selectFrom('audit_learners')
          .select('log_id')
          .where('user_id', '=', person.id)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('audit_learners as other')
                  .select('other.user_id')
                  .whereRef('other.log_id', '=', 'audit_learners.log_id')
                  .where('other.user_id', '!=', person.id),
              ),
            ),
          ),
      )
      .execute()
    // Of the version before.
    await tx
      .updateTable('staff_log')
      .set({ user_id: null, reason: '', before: '{}', after: '{}' })
      .where('user_id', '=', person.id)
      .execute()
  },
}
