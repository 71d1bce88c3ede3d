import { useEffect, useRef, useState } from 'react'
import ExternalLinkIcon from 'virtual:lucide/external-link'
import FileIcon from 'virtual:lucide/file'
import { ApiError } from '#lib/both/calls/errors.ts'
import { fileProblem, fileSize } from '#lib/both/files.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { inBackground } from '#lib/browser/staff/background.ts'
import { FieldError } from '../../../forms/FieldError.tsx'
import { failureWords } from '../failure.ts'
import { STORING, type FormFiles } from '../form-values.ts'

export interface FileControlProps {
  id: string
  name: string
  label: string
  /** The name that the file is stored under; '' of none, STORING of one that is on its way. */
  value: string
  required: boolean
  invalid: boolean
  describedBy: string
  files: FormFiles
  /** What the file that the form began with is called. */
  called: string | undefined
  onChange: (value: string) => void
}

/** Addresses of documents end after ten minutes: while the form stands open they are asked for anew. */
const ADDRESS_LIFE = 8 * MINUTE

/** Chooses a file, which is stored at once while one goes on typing. What was there stays until another has been stored. */
export function FileControl(props: FileControlProps) {
  const { id, name, label, value, required, invalid, describedBy, files, called, onChange } = props
  const { sent, problem, stored, take, giveUp } = useStoredFile(files, value, onChange)
  const isStoring = sent !== undefined
  return (
    <div className="space-y-2">
      <p role="status" className="sr-only">
        {isStoring ? `Storing ${sent.name}` : stored?.name ? `Stored: ${stored.name}` : ''}
      </p>
      {isStoring ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field border border-base-300 bg-base-200 px-4 py-2.5 text-sm">
          <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{sent.name}</bdi>
          <progress
            className="progress progress-primary w-40 grow"
            aria-label={`Storing ${sent.name}`}
            max={100}
            value={sent.percent}
          />
          <span className="w-24 tabular-nums text-muted" aria-hidden="true">
            {sent.percent < 100 ? `${sent.percent} %` : 'Checking'}
          </span>
          <button type="button" className="btn btn-ghost btn-sm" onClick={giveUp}>
            Cancel
          </button>
        </div>
      ) : (
        value !== '' && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <FileIcon className="size-5 shrink-0 text-muted" />
            <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">
              {stored?.name ?? called ?? 'The stored file'}
            </bdi>
            {stored && <span className="tabular-nums text-muted">{fileSize(stored.size)}</span>}
            {stored && (
              <a href={stored.address} target="_blank" rel="noopener" className="link inline-flex items-center gap-1">
                Open
                <ExternalLinkIcon className="size-3.5" />
                <span className="sr-only">{label} in another tab</span>
              </a>
            )}
          </p>
        )
      )}
      <input
        id={id}
        name={name}
        type="file"
        accept={files.accept}
        aria-required={required || undefined}
        aria-invalid={invalid || problem !== undefined}
        aria-describedby={`${describedBy} ${id}-takes ${id}-stored`}
        aria-disabled={isStoring}
        className={`input w-full overflow-hidden pl-0 file:mr-3 file:h-full file:bg-base-200 file:px-4 file:font-semibold sm:max-w-md ${invalid || problem ? 'input-error' : ''}`}
        onClick={(event) => isStoring && event.preventDefault()}
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file can be chosen once more after a failure.
          target.value = ''
        }}
      />
      <p id={`${id}-takes`} className="text-xs text-muted">
        {files.takes}
        {value !== '' && !isStoring && ' Another file takes the place of this one when the form is saved.'}
      </p>
      <FieldError id={`${id}-stored`} urgent>
        {problem}
      </FieldError>
    </div>
  )
}

interface Known {
  file: string
  name: string | undefined
  size: number
  address: string
}

/** Stores what is chosen, and tells what is stored. A failure is told, and what was there stays. */
function useStoredFile(files: FormFiles, value: string, onChange: (value: string) => void) {
  const [sent, setSent] = useState<{ name: string; percent: number }>()
  const [problem, setProblem] = useState<string>()
  const [known, setKnown] = useState<Known>()
  const upload = useRef<AbortController>(undefined)
  const { look } = files

  // Where the field is left, the file is no more wanted.
  useEffect(() => () => upload.current?.abort(), [])
  const isKnown = known?.file === value
  useEffect(() => {
    if (value === '' || value === STORING) return
    const leave = new AbortController()
    const ask = () =>
      look(value, leave.signal).then(
        ({ size, address }) =>
          setKnown((before) => ({
            file: value,
            name: before?.file === value ? before.name : undefined,
            size,
            address,
          })),
        // It can be chosen anew, and saved without that as well.
        () => {},
      )
    if (!isKnown) void ask()
    const timer = setInterval(() => void inBackground(ask), ADDRESS_LIFE)
    return () => {
      clearInterval(timer)
      leave.abort()
    }
  }, [value, look, isKnown])

  const take = async (file: File | undefined) => {
    if (!file || sent) return
    const wrong = fileProblem(file, files.most, files.tooLarge)
    if (wrong) return setProblem(wrong)
    const { signal } = (upload.current = new AbortController())
    const progress = (part: number) => setSent({ name: file.name, percent: Math.round(part * 100) })
    progress(0)
    setProblem(undefined)
    onChange(STORING)
    try {
      const stored = await files.store(file, progress, signal)
      setKnown(stored)
      onChange(stored.file)
    } catch (error) {
      onChange(value)
      if (!signal.aborted) setProblem((error instanceof ApiError && error.errors?.file) || failureWords(error))
    } finally {
      setSent(undefined)
    }
  }
  return {
    sent,
    problem,
    stored: isKnown ? known : undefined,
    take,
    giveUp: () => upload.current?.abort(),
  }
}
