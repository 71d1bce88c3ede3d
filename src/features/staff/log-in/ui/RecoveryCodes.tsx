import { saveFile } from '#lib/browser/device/save-file.ts'
import { CopyButton } from '#ui/staff/CopyButton.tsx'
import { Toasts } from '#ui/Toasts.tsx'

/** Ten codes, shown this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n')
  return (
    <div>
      <h2 className="font-semibold">Keep these recovery codes</h2>
      <p className="mt-1 text-sm text-muted">
        Each opens the console once in the place of your second factor, when that is lost. They are not shown again.
      </p>
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
        <button type="button" className="btn btn-primary ml-auto" onClick={onKept}>
          I have kept them
        </button>
      </div>
      <Toasts />
    </div>
  )
}
