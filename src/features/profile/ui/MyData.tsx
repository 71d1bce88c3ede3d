import { useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { Spinner } from '#ui/states/Spinner.tsx'
import { toast, Toasts } from '#ui/Toasts.tsx'
import { makeExport } from '../profile.contract.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import DownloadIcon from 'virtual:lucide/download'

const formats = [
  { format: 'html', label: 'Download as a web page', kind: 'HTML' },
  { format: 'json', label: 'Download as data', kind: 'JSON' },
] as const

/** Taking everything along, and leaving. */
export function MyData() {
  const [busy, setBusy] = useState<'html' | 'json'>()
  const [deleting, setDeleting] = useState(false)

  const download = async (format: 'html' | 'json') => {
    setBusy(format)
    try {
      const { address } = await call(makeExport, { body: { format } })
      // An attachment: the page stays.
      location.assign(address)
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : 'The server cannot be reached. Please try again.')
    }
    setBusy(undefined)
  }

  return (
    <>
      <p className="text-sm text-muted">
        One file with everything you gave us or did here: profile, courses, exams with every answer, comments, tickets
        and payments.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        {formats.map(({ format, label, kind }) => (
          <button
            key={format}
            type="button"
            className="btn"
            disabled={busy !== undefined}
            onClick={() => void download(format)}
          >
            {busy === format ? <Spinner size={20} label="Preparing" /> : <DownloadIcon className="size-4" />}
            {label} <span className="font-normal text-muted">{kind}</span>
          </button>
        ))}
      </div>
      <div className="mt-6 border-t border-base-300 pt-5">
        <h3 className="font-semibold">Delete my account</h3>
        <p className="mt-1 text-sm text-muted">
          Deletes your account permanently. You will see what is deleted and what stays before anything happens.
        </p>
        <button type="button" className="btn btn-outline btn-error mt-4" onClick={() => setDeleting(true)}>
          Delete my account
        </button>
      </div>
      <DeleteAccount open={deleting} onClose={() => setDeleting(false)} />
      <Toasts />
    </>
  )
}
