import { useEffect, useRef, useState } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { readDraft } from '#lib/browser/device/drafts.ts'
import type { DiscussionComment, DiscussionReply } from '../discussions.contract.ts'
import { draftKey } from '../discussions.rules.ts'
import { Action, CommentItem, nameOf } from './CommentItem.tsx'
import { Composer } from './Composer.tsx'
import { MoreButton } from './MoreButton.tsx'

export interface ThreadProps {
  thread: DiscussionComment
  /** There are replies after those that are shown. */
  later: boolean
  userId: number
  /** Has just arrived, or is what the learner came for. */
  isNew: (id: number) => boolean
  onReply: (thread: DiscussionComment, text: string) => Promise<void>
  /** @returns whether there are more on that side; undefined where they could not be had */
  onShow: (side: 'earlier' | 'later') => Promise<boolean | undefined>
  onDelete: (comment: DiscussionReply, replies: number) => void
  onReport: (comment: DiscussionReply) => void
}

/** A comment with its replies and a field for one more. */
export function Thread({ thread, later, userId, isNew, onReply, onShow, onDelete, onReport }: ThreadProps) {
  const draft = draftKey(userId, thread.discussion_panel_id, thread.id)
  const [replying, setReplying] = useState<'no' | 'resumed' | 'yes'>('no')
  // A reply that was begun before a reload stands open again.
  useEffect(() => {
    if (readDraft(draft)) setReplying('resumed')
  }, [draft])
  const item = (comment: DiscussionReply, replies: number) => ({
    comment,
    own: comment.user_id === userId,
    fresh: isNew(comment.id),
    onDelete: () => onDelete(comment, replies),
    onReport: () => onReport(comment),
  })
  // Replies may be gone that were counted.
  const [atFirst, setAtFirst] = useState(false)
  const earlier = atFirst ? 0 : thread.replies_count - thread.replies.length
  const place = useRef<HTMLLIElement>(null)
  const close = () => {
    setReplying('no')
    // The field that had the focus goes.
    place.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }
  return (
    <li ref={place} className="py-3">
      <CommentItem {...item(thread, thread.replies_count)}>
        <Action
          label="Reply"
          about={nameOf(thread)}
          expanded={replying !== 'no'}
          onClick={() => setReplying(replying === 'no' ? 'yes' : 'no')}
        />
      </CommentItem>
      {(thread.replies.length > 0 || replying !== 'no') && (
        <div className="mt-1 ml-4 border-l-2 border-base-300 pl-2 sm:ml-6 sm:pl-4">
          {earlier > 0 && (
            <MoreButton
              small
              label={later ? 'Show earlier replies' : `Show ${counted(earlier, 'earlier reply', 'earlier replies')}`}
              onClick={async () => setAtFirst((await onShow('earlier')) === false)}
            />
          )}
          {thread.replies.length > 0 && (
            <ul aria-label={`Replies to ${nameOf(thread)}`} className="space-y-1">
              {thread.replies.map((reply) => (
                <li key={reply.id}>
                  <CommentItem {...item(reply, 0)} />
                </li>
              ))}
            </ul>
          )}
          {later && <MoreButton small label="Show later replies" onClick={() => onShow('later')} />}
          {replying !== 'no' && (
            <div data-comment={`reply-${thread.id}`} className="p-2">
              <Composer
                draft={draft}
                isReply
                label={`Reply to ${nameOf(thread)}`}
                submitLabel="Reply"
                focus={replying === 'yes'}
                onSend={async (text) => {
                  await onReply(thread, text)
                  setReplying('no')
                }}
                onCancel={close}
              />
            </div>
          )}
        </div>
      )}
    </li>
  )
}
