import { useRef, useState, type ComponentProps } from 'react'
import { EMPTY_FILE } from '#lib/both/files.ts'
import { decodeText } from '#lib/both/text/decode-text.ts'
import { FieldError } from '../../../forms/FieldError.tsx'
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
  const [problem, setProblem] = useState<string>()
  const read = async (file: File) => {
    // Android revokes access to a file that another app has moved meanwhile.
    const bytes = await file.arrayBuffer().catch(() => undefined)
    if (!bytes) return setProblem('This file cannot be read. Please choose it again.')
    if (bytes.byteLength === 0) return setProblem(EMPTY_FILE)
    const text = decodeText(new Uint8Array(bytes))
    setProblem(text === undefined ? WORKBOOK : undefined)
    if (text !== undefined) onChange(text)
  }
  return (
    <>
      <textarea
        {...field}
        rows={rows}
        spellCheck={false}
        className={`textarea w-full font-mono text-base sm:text-sm ${invalid ? 'textarea-error' : ''}`}
        onChange={({ target }) => {
          setProblem(undefined)
          onChange(target.value)
        }}
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
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void read(file)
          // The same file can be chosen once more.
          target.value = ''
        }}
      />
      <FieldError id={`${field.id}-file-error`} urgent>
        {problem}
      </FieldError>
    </>
  )
}

const WORKBOOK = 'This is an Excel workbook. In Excel choose Save As and CSV, then choose that file.'
