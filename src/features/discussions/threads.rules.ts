import type { DiscussionComment, DiscussionReply } from './discussions.contract.ts'

/** Comments and replies as they are put together on the screen, out of pages and of what arrives meanwhile. */

/** Newest first, each with its newest replies without a gap. */
export interface Threads {
  threads: readonly DiscussionComment[]
  /** There are comments before these. */
  more: boolean
}

/** Comments that came with the content have ids in the order of their file. */
const byTime = (one: DiscussionReply, other: DiscussionReply) => one.created_at - other.created_at || one.id - other.id

/**
 * What is known, with the newest as the server tells them now. Older comments and replies that were asked for stay, unless
 * so much has arrived that nobody knows what lies between.
 */
export function withNewest(known: Threads, newest: Threads): Threads {
  const before = byId(known.threads)
  const threads = newest.threads.map((thread) => joined(before.get(thread.id), thread))
  const last = threads.at(-1)
  const meet = threads.some(({ id }) => before.has(id))
  const older = newest.more && last && meet ? known.threads.filter((thread) => byTime(thread, last) < 0) : []
  return { threads: [...threads, ...older], more: older.length > 0 ? known.more : newest.more }
}

/** Adds the page of comments before those that are known. */
export function withOlder(known: Threads, page: Threads): Threads {
  const ids = byId(known.threads)
  return { threads: [...known.threads, ...page.threads.filter(({ id }) => !ids.has(id))], more: page.more }
}

/** A comment with replies that were asked for: before those that are known, or after them. */
export function withReplies(thread: DiscussionComment, page: readonly DiscussionReply[]): DiscussionComment {
  const known = new Set(thread.replies.map(({ id }) => id))
  return { ...thread, replies: [...thread.replies, ...page.filter(({ id }) => !known.has(id))].sort(byTime) }
}

/** A comment that stands above the list, with a part of its replies and what the learner wrote since. */
export interface Apart {
  thread: DiscussionComment
  /** There are replies after `upTo`. */
  later: boolean
  /** The last of the replies that were asked for; replies of the learner may stand below, and others between. */
  upTo: number | undefined
}

/** Where a page of replies begins. @param upTo the last that is known without a gap, where that is not the last of all */
export function edgeOf(thread: DiscussionComment, side: 'earlier' | 'later', upTo = thread.replies.at(-1)?.id) {
  return side === 'earlier' ? { before: thread.replies[0]?.id } : { after: upTo }
}

/** With a page of replies that was asked for by `edgeOf`. */
export function withPage(
  { thread, later, upTo }: Apart,
  side: 'earlier' | 'later',
  page: { data: readonly DiscussionReply[]; more: boolean },
): Apart {
  const shown = withReplies(thread, page.data)
  return side === 'earlier'
    ? { thread: shown, later, upTo }
    : { thread: shown, later: page.more, upTo: page.data.at(-1)?.id ?? upTo }
}

/** A comment as it is told now, with the earlier replies that are known. */
function joined(known: DiscussionComment | undefined, thread: DiscussionComment): DiscussionComment {
  const { replies, replies_count: count } = thread
  const [first] = replies
  if (!known || !first || replies.length >= count || !known.replies.some(({ id }) => id === first.id)) return thread
  return { ...thread, replies: [...known.replies.filter((reply) => byTime(reply, first) < 0), ...replies] }
}

/** Ids of comments and replies of others that were written after what is known. */
export function arrivedIn(known: Threads, next: Threads, userId: number | undefined): number[] {
  const before = byId(known.threads)
  const after = (one: DiscussionReply, other: DiscussionReply | undefined) => !other || byTime(one, other) > 0
  return next.threads
    .flatMap((thread): DiscussionReply[] => {
      const shown = before.get(thread.id)
      if (shown) return thread.replies.filter((reply) => after(reply, shown.replies.at(-1)))
      return after(thread, known.threads[0]) ? [thread, ...thread.replies] : []
    })
    .filter(({ user_id }) => user_id !== userId)
    .map(({ id }) => id)
}

/** Adds what the learner wrote; a look at the list may have brought it already. */
export function withAdded(threads: readonly DiscussionComment[], added: DiscussionReply): DiscussionComment[] {
  if (hasComment(threads, added.id)) return [...threads]
  if (added.parent_id === null) return [{ ...added, replies: [], replies_count: 0 }, ...threads]
  return threads.map((thread) =>
    thread.id === added.parent_id
      ? { ...thread, replies: [...thread.replies, added], replies_count: thread.replies_count + 1 }
      : thread,
  )
}

/** Takes out a comment or a reply. A comment with replies stays above them as deleted, until the last of them goes. */
export function without(threads: readonly DiscussionComment[], id: number): DiscussionComment[] {
  return threads
    .map((thread) => {
      if (thread.id === id) return { ...thread, ...asDeleted }
      const replies = thread.replies.filter((reply) => reply.id !== id)
      return { ...thread, replies, replies_count: thread.replies_count - thread.replies.length + replies.length }
    })
    .filter(({ deleted, replies_count }) => !deleted || replies_count > 0)
}

/** What the server tells of a deleted comment. */
const asDeleted = { user_id: null, user: { name: '' }, role: 'learner', content: '', deleted: true } as const

/** Marks a comment or a reply as reported. */
export function withReported(threads: readonly DiscussionComment[], id: number): DiscussionComment[] {
  const mark = <Comment extends DiscussionReply>(comment: Comment) =>
    comment.id === id ? { ...comment, reported: true } : comment
  return threads.map((thread) => ({ ...mark(thread), replies: thread.replies.map(mark) }))
}

/** True when the comment or reply is among them. */
export function hasComment(threads: readonly DiscussionComment[], id: number): boolean {
  return threads.some((thread) => thread.id === id || thread.replies.some((reply) => reply.id === id))
}

const byId = (threads: readonly DiscussionComment[]) => new Map(threads.map((thread) => [thread.id, thread]))
