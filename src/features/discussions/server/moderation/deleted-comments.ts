import { sql, type RawBuilder } from 'kysely'

/** Stands for the words of a deleted comment above its replies. */
export const COMMENT_DELETED = 'Comment deleted'

/**
 * SQL: a comment whose replies can be seen although it is deleted. Its writer, or a pack, deleted it; what staff hide or
 * erase takes its replies with it.
 * @param comment name of the table in the query
 */
export function keepsReplies(comment: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${comment}.${name}`)
  return sql<boolean>`(${column('hidden_at')} is null and ${column('content_html')} <> '')`
}

/**
 * SQL: a deleted comment that stands as COMMENT_DELETED, because replies to it can be seen. No `exists`: PostgreSQL may
 * answer that from a hash of all replies.
 */
export function standsDeleted(comment: string): RawBuilder<boolean> {
  return sql<boolean>`(${keepsReplies(comment)} and (
    select answer.id from discussions as answer
    where answer.parent_id = ${sql.ref(`${comment}.id`)} and answer.deleted_at is null limit 1) is not null)`
}
