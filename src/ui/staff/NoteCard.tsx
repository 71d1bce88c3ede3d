import { Instant } from './values.tsx'

export interface NoteCardProps {
  note: { author: string; body: string; created_at: number; mine: boolean }
  onDelete: () => void
}

/** A note that staff write for each other. Its author can delete it for some time. */
export function NoteCard({ note, onDelete }: NoteCardProps) {
  return (
    <li className="rounded-box border border-base-300 bg-base-100 p-4">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2 text-sm">
        <span>
          <strong className="font-semibold">{note.author}</strong>{' '}
          <span className="text-muted">
            <Instant at={note.created_at} />
          </span>
        </span>
        {note.mine && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={onDelete}>
            Delete
          </button>
        )}
      </div>
      <p dir="auto" className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
        {note.body}
      </p>
    </li>
  )
}
