import { useState } from 'react'
import { counted } from '#lib/both/text/format.ts'
import { Html } from '#features/questions/ui/Html.tsx'
import { summary } from '../notebook.store.ts'
import type { NotebookRow } from '../practice.contract.ts'
import { leave } from '../session.store.ts'
import { capital, kindNames } from './words.ts'

/** A question of the notebook. One that is taken out stays in its place until the list is loaded anew, to be undone. */
export function NotebookItem({ row }: { row: NotebookRow }) {
  const [out, setOut] = useState(row.left !== null)
  const [busy, setBusy] = useState(false)
  const moved = out !== (row.left !== null)
  const move = async () => {
    setBusy(true)
    const done = await leave(row.question_id, !out)
    setBusy(false)
    if (!done) return
    setOut(!out)
    summary.refresh().catch(() => {})
  }
  const facts = [
    ...(row.left === null ? [capital(row.due)] : row.left === 'removed' ? ['Taken out by you'] : ['Known']),
    row.reviews > 0 ? `Practised ${counted(row.reviews, 'time')}` : 'Not practised yet',
    ...(row.lapses > 0 ? [`Forgotten ${counted(row.lapses, 'time')}`] : []),
  ]
  return (
    <li className="rounded-box border border-base-300 bg-base-100 p-5">
      <div className={moved ? 'opacity-60' : ''}>
        <Html html={row.content} />
      </div>
      <div className="mt-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 basis-48 grow text-sm text-muted">
          <p className="truncate">
            {kindNames[row.source.kind]}: {row.source.title}
          </p>
          <p role="status">
            {moved ? (out ? 'Taken out of your notebook' : 'Back in your notebook') : facts.join(' · ')}
          </p>
        </div>
        <button type="button" className="btn btn-sm" disabled={busy} aria-busy={busy} onClick={() => void move()}>
          {moved ? 'Undo' : out ? 'Put back' : 'I know this'}
        </button>
      </div>
    </li>
  )
}
