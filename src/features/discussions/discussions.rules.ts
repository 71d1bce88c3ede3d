import { HOUR, MINUTE } from '#lib/clock.ts'
import { hasText } from '#lib/has-text.ts'
import type { Limit } from '#lib/limits.ts'

/** Shown instead of the discussions of a course that is not the learner's (document 2, section 4). */
export const NOT_ACTIVE = 'This feature is available for purchased course'

/** What a learner reads whom staff have blocked from writing. */
export const MUTED = 'You cannot write in discussions any more. If you think this is a mistake, please ask the support.'

/** Top-level comments that a panel shows, the newest. Each comes with all its replies. */
export const SHOWN_COMMENTS = 500

/** How often a learner may write: comments and replies, deleted ones included. */
export const limits: readonly Limit[] = [
  { count: 5, span: MINUTE },
  { count: 60, span: HOUR },
]

/** Names the draft of a comment, or of a reply to one. */
export function draftKey(userId: number, panelId: number, parentId = 0): string {
  return `discussion-draft:${userId}:${panelId}:${parentId}`
}

/** What is wrong with a comment or a reply; undefined when nothing is (document 2, section 5). */
export function textProblem(content: string, isReply: boolean): string | undefined {
  if (hasText(content)) return undefined
  return isReply ? 'Please enter a reply' : 'Please enter your discussion text'
}

/** Ids of comments and replies of others that are in `next` and were not in `before`. */
export function newIds(before: readonly Thread[], next: readonly Thread[], userId: number | undefined): number[] {
  const known = new Set(before.flatMap(flat).map(({ id }) => id))
  return next
    .flatMap(flat)
    .filter(({ id, user_id }) => !known.has(id) && user_id !== userId)
    .map(({ id }) => id)
}

interface Written {
  id: number
  user_id: number
}

interface Thread extends Written {
  replies: readonly Written[]
}

const flat = (thread: Thread): Written[] => [thread, ...thread.replies]
