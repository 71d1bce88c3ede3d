import { useId, useState, type KeyboardEvent } from 'react'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
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

/** Chooses a saved reply: typed words narrow the list, arrows go along it, Enter takes one. */
export function SavedReplyPicker({ categoryId, filling, onChoose, onClose }: SavedReplyPickerProps) {
  const loaded = useLoaded(savedReplies)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const all = loaded.is === 'shown' ? loaded.shown.data : []
  const found = fitting(all, words, categoryId)
  const choose = ({ body }: SavedReply) => onChoose(filledReply(body, filling))
  const keyed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const taken = found[at]
    if (step !== undefined && found.length > 0) setAt((at + step + found.length) % found.length)
    else if (event.key === 'Enter' && taken) choose(taken)
    else return
    event.preventDefault()
  }
  return (
    <Dialog open title="Saved replies" onClose={onClose}>
      <input
        data-first-focus
        type="search"
        role="combobox"
        aria-label="Search saved replies"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${found[at].id}`}
        placeholder="Search"
        autoComplete="off"
        className="input mb-3 w-full text-base sm:text-sm"
        value={words}
        onChange={({ target }) => {
          setWords(target.value)
          setAt(0)
        }}
        onKeyDown={keyed}
      />
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
      <ul id={id} role="listbox" aria-label="Saved replies" className="max-h-80 space-y-1 overflow-y-auto">
        {found.map((reply, index) => (
          <li
            key={reply.id}
            id={`${id}-${reply.id}`}
            role="option"
            aria-selected={index === at}
            className={`cursor-pointer rounded-field px-3 py-2 text-sm ${index === at ? 'bg-tint' : 'hover:bg-base-200'}`}
            onClick={() => choose(reply)}
          >
            <span className="font-semibold [overflow-wrap:anywhere]" dir="auto">
              {reply.title}
            </span>
            <span className="line-clamp-2 text-muted [overflow-wrap:anywhere]" dir="auto">
              {filledReply(reply.body, filling)}
            </span>
          </li>
        ))}
      </ul>
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
