import { useRef, type ComponentProps } from 'react'
import FileUpIcon from 'virtual:lucide/file-up'

export interface PastedControlProps {
  /** Of the field, with its name and what describes it. */
  field: ComponentProps<'textarea'> & { id: string; value: string }
  rows: number
  /** Which files: `.csv,text/csv`. */
  accept: string
  invalid: boolean
  onChange: (text: string) => void
}

/** A list that is pasted, or read from a file, which never leaves the browser as one. */
export function PastedControl({ field, rows, accept, invalid, onChange }: PastedControlProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <textarea
        {...field}
        rows={rows}
        spellCheck={false}
        className={`textarea w-full font-mono text-base sm:text-sm ${invalid ? 'textarea-error' : ''}`}
        onChange={({ target }) => onChange(target.value)}
      />
      <button type="button" className="btn btn-sm mt-1 gap-1.5 font-medium" onClick={() => picker.current?.click()}>
        <FileUpIcon className="size-4" />
        Read from a file
      </button>
      <input
        ref={picker}
        type="file"
        accept={accept}
        hidden
        aria-label="File with the list"
        onChange={async ({ target }) => {
          const [file] = target.files ?? []
          if (file) onChange(await file.text())
          // The same file can be chosen once more.
          target.value = ''
        }}
      />
    </>
  )
}
