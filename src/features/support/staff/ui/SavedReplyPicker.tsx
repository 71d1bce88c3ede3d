import { useState } from 'react'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import { OptionSearch } from '#ui/staff/OptionSearch.tsx'
import { filledReply, type Filling } from '../saved-replies.rules.ts'
import type { SavedReply } from '../saved-replies.contract.ts'
import { savedReplies } from '../saved-replies.store.ts'

export interface SavedReplyPickerProps {
  /** Replies for tickets of this category come first. */
  categoryId: number
  filling: Filling
  onChoose: (text: string) => void
  onClose: () => void
}

/** Chooses a saved reply: typed words narrow the list. */
export function SavedReplyPicker({ categoryId, filling, onChoose, onClose }: SavedReplyPickerProps) {
  const loaded = useLoaded(savedReplies)
  const [words, setWords] = useState('')
  const all = loaded.is === 'shown' ? loaded.shown.data : []
  const found = fitting(all, words, categoryId)
  return (
    <Dialog open title="Saved replies" onClose={onClose}>
      <OptionSearch
        label="Saved replies"
        words={words}
        onWords={setWords}
        options={found}
        onChoose={({ body }) => onChoose(filledReply(body, filling))}
        draw={({ title, body }) => (
          <>
            <span className="font-semibold [overflow-wrap:anywhere]" dir="auto">
              {title}
            </span>
            <span className="line-clamp-2 text-muted [overflow-wrap:anywhere]" dir="auto">
              {filledReply(body, filling)}
            </span>
          </>
        )}
      >
        {loaded.is === 'failed' && (
          <LoadFailure compact failed={loaded} what="This list" onRetry={() => void savedReplies.again()} />
        )}
        {loaded.is === 'loading' && <div className="skeleton h-32" />}
        {loaded.is === 'shown' && found.length === 0 && (
          <EmptyState
            compact
            {...(all.length === 0
              ? { message: 'No replies are saved yet', actionLabel: 'Save one', href: staffPaths.savedReplies }
              : { message: 'No saved reply has these words' })}
          />
        )}
      </OptionSearch>
    </Dialog>
  )
}

/** Those that have all of the words, of the ticket's category first. */
function fitting(replies: readonly SavedReply[], words: string, categoryId: number): SavedReply[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const said = ({ title, body }: SavedReply) => `${title} ${body}`.toLowerCase()
  const own = ({ category_id }: SavedReply) => Number(category_id === categoryId)
  return replies
    .filter((reply) => wanted.every((word) => said(reply).includes(word)))
    .toSorted((one, other) => own(other) - own(one))
}
