import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { chapterParts, freshDocument } from '../../player/chapter.store.ts'
import { LockedNote } from './LockedNote.tsx'
import { fileKind, FileRow } from './FileRow.tsx'
import { openFresh } from './open-fresh.ts'
import { useParts } from './use-parts.ts'

/** Documents of the chosen chapter. */
export function Attachments({ chapterId, locked, reload }: { chapterId: number; locked: boolean; reload: number }) {
  const state = useParts(locked ? undefined : chapterId, reload)
  if (locked) return <LockedNote />
  if (state.is === 'loading') return <Skeleton lines={4} />
  if (state.is === 'failed') return <ErrorState compact onRetry={chapterParts.again} />
  const parts = state.shown
  if (parts.documents.length === 0) return <EmptyState compact message="No attachements available" />
  return (
    <ul className="grid gap-3 xl:grid-cols-2">
      {parts.documents.map(({ id, title, value }) => (
        <li key={id}>
          <FileRow
            title={title || 'Document'}
            hint={fileKind(value)}
            href={value}
            onClick={(event) => openFresh(event, parts.loadedAt, () => freshDocument(id))}
          />
        </li>
      ))}
    </ul>
  )
}
