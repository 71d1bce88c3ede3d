import { HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { hasAtMost } from '#lib/both/text/count-characters.ts'
import { hasText } from '#lib/both/text/has-text.ts'
import type { Limit } from '#lib/both/calls/limits.ts'

/** Shown instead of the discussions of a course that is not the learner's (document 2, section 4). */
export const NOT_ACTIVE = 'This feature is available for purchased course'

/** What a learner reads whom staff have blocked from writing. */
export const MUTED = 'You cannot write in discussions any more. If you think this is a mistake, please contact support.'

/** Top-level comments a page. */
export const COMMENTS_PAGE = 20

/** The newest replies that come with a comment. */
export const SHOWN_REPLIES = 5

/** Further replies a page. */
export const REPLIES_PAGE = 20

/** How often a learner may write: comments and replies, deleted ones included. */
export const limits: readonly Limit[] = [
  { count: 5, span: MINUTE },
  { count: 60, span: HOUR },
]

/** Names the draft of a comment, or of a reply to one. */
export function draftKey(userId: number, panelId: number, parentId = 0): string {
  return `discussion-draft:${userId}:${panelId}:${parentId}`
}

/** Characters of a comment or a reply, without spaces at the ends. */
export const MOST_TEXT = 5000

/** What is wrong with a comment or a reply; undefined when nothing is (document 2, section 5). */
export function textProblem(content: string, isReply: boolean): string | undefined {
  if (!hasText(content)) return isReply ? 'Please enter a reply' : 'Please enter your discussion text'
  if (hasAtMost(content.trim(), MOST_TEXT)) return undefined
  return `${isReply ? 'A reply' : 'A comment'} can have at most ${MOST_TEXT} characters`
}
