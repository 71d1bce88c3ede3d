import { useState } from 'react'

export interface MoreButtonProps {
  label: string
  /** A quiet one, among replies. */
  small?: boolean
  onClick: () => Promise<unknown>
}

/** Asks for more, and says while it does. */
export function MoreButton({ label, small = false, onClick }: MoreButtonProps) {
  const [busy, setBusy] = useState(false)
  const ask = async () => {
    if (busy) return
    setBusy(true)
    await onClick()
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={`btn ${small ? 'btn-ghost btn-sm font-medium text-primary' : ''}`}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={() => void ask()}
    >
      {busy ? 'Loading…' : label}
    </button>
  )
}
