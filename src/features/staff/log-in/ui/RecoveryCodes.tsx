import { useState } from 'react'
import { saveFile } from '#lib/browser/device/save-file.ts'
import { CopyButton } from '#ui/staff/CopyButton.tsx'
import { failureWords } from '#ui/staff/forms/failure.ts'
import { Toasts } from '#ui/Toasts.tsx'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Sentence about when the codes begin to work, and whether they are shown again. */
  about: string
  saveLabel?: string | undefined
  /** Called when the member says that the codes are saved; a failure is shown and the codes stay. */
  onSaved: () => Promise<unknown>
}

/** Ten codes, shown this once. */
export function RecoveryCodes({ codes, about, saveLabel = 'I have saved them', onSaved }: RecoveryCodesProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const text = codes.join('\n')
  const confirm = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await onSaved()
    } catch (error) {
      setProblem(failureWords(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <h2 className="font-semibold">Save these recovery codes</h2>
      <p className="mt-1 text-sm text-muted">Each code logs you in once if you lose your second factor. {about}</p>
      <ul className="my-4 grid gap-x-6 gap-y-1 rounded-field bg-base-200 p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => saveFile(`${text}\n`, { name: 'recovery-codes.txt', type: 'text/plain' })}
        >
          Save as a file
        </button>
        <CopyButton text={text} what="recovery codes" />
        <button type="button" className="btn btn-primary ml-auto" disabled={busy} onClick={() => void confirm()}>
          {saveLabel}
        </button>
      </div>
      <p role="alert" className="pt-2 text-sm text-error empty:hidden">
        {problem}
      </p>
      <Toasts />
    </div>
  )
}
