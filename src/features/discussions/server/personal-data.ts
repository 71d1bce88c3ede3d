import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'
import { countChangesOfWriter } from './panel-changes.ts'
import { takeBackRepliesOf } from './tell-of-reply.ts'

/** Stands where others answered a comment whose writer's account has ended. */
export const REMOVED_COMMENT = 'This comment was removed together with its writer’s account.'

/** Comments, replies, and reports of others. */
export const discussionsPart: PersonalPart = {
  tables: ['discussions', 'discussion_reports'],
  lists: [
    {
      key: 'comments',
      title: 'Your comments and replies',
      columns: {
        course: 'Course',
        content_html: ['What you wrote', 'typed'],
        created_at: ['When', 'moment'],
        deleted_at: ['Deleted', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('discussions')
          .innerJoin('discussion_panels as panel', 'panel.id', 'discussions.panel_id')
          .innerJoin('courses', 'courses.id', 'panel.course_id')
          .select([
            'courses.title as course',
            'discussions.content_html',
            'discussions.created_at',
            'discussions.deleted_at',
          ])
          .where('discussions.user_id', '=', userId)
          .orderBy('discussions.id'),
    },
    {
      key: 'comments_reported',
      title: 'Comments you reported',
      columns: { discussion_id: 'Comment', created_at: ['When', 'moment'] },
      rows: (db, userId) =>
        db
          .selectFrom('discussion_reports')
          .select(['discussion_id', 'created_at'])
          .where('user_id', '=', userId)
          .orderBy('discussion_id'),
    },
  ],
  goes: ['Your comments and replies in discussions'],
  stays: [`Answers that others gave you: your comment above them then says ‘${REMOVED_COMMENT}’`],
  erase: async (tx, person, now) => {
    // Others were told of the person's replies, with name and words.
    await takeBackRepliesOf(tx, person.id)
    await tx
      .updateTable('discussions')
      .set({ content_html: REMOVED_COMMENT })
      .where('user_id', '=', person.id)
      // Erased by staff: empty words keep the thread out of sight (moderation/deleted-comments.ts).
      .where('content_html', '!=', '')
      .execute()
    // What nobody else answered disappears.
    await tx
      .updateTable('discussions')
      .set({ deleted_at: now })
      .where('user_id', '=', person.id)
      .where('deleted_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('discussions as answer')
              .select('answer.id')
              .whereRef('answer.parent_id', '=', 'discussions.id')
              .where('answer.user_id', '!=', person.id)
              .where('answer.deleted_at', 'is', null),
          ),
        ),
      )
      .execute()
    await deleteRows(tx, person, ['discussion_reports'])
    await countChangesOfWriter(tx, person.id)
  },
}
