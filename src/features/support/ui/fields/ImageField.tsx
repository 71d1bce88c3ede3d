import { useEffect, useId, useRef } from 'react'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { fileSize, pictureProblem } from '#lib/both/files.ts'
import XIcon from 'virtual:lucide/x'
import ImageIcon from 'virtual:lucide/image'

export interface ImageFieldProps {
  label: string
  hint: string
  file: File | undefined
  problem: string | undefined
  disabled: boolean
  onChange: (file: File | undefined) => void
}

/** Chooses one image. What is wrong with its size is said at once, the rest by the server. */
export function ImageField({ label, hint, file, problem, disabled, onChange }: ImageFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const wrong = problem ?? (file && pictureProblem(file))
  // A field of files can only be emptied, never filled.
  useEffect(() => {
    if (!file && field.current) field.current.value = ''
  }, [file])
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-medium">
        {label}
      </label>
      {/* Field and chosen file have one size, so that nothing below moves. */}
      <div className="relative max-w-sm rounded-field has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary">
        <input
          ref={field}
          id={id}
          type="file"
          accept="image/*"
          disabled={disabled}
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          className={`input w-full overflow-hidden pl-0 file:mr-3 file:h-full file:bg-base-200 file:px-4 file:font-semibold ${file ? 'pointer-events-none absolute inset-0 opacity-0' : ''} ${wrong ? 'input-error' : ''}`}
          onChange={(event) => onChange(event.target.files?.[0])}
        />
        {file && (
          <p className={`input w-full bg-base-200 pr-1 text-sm ${wrong ? 'input-error' : ''}`}>
            <ImageIcon className="size-5 shrink-0 text-muted" />
            <bdi className="min-w-0 grow truncate">{file.name}</bdi>
            <span className="shrink-0 text-muted">{fileSize(file.size)}</span>
            <button
              type="button"
              disabled={disabled}
              className="btn btn-ghost btn-square btn-sm shrink-0"
              onClick={() => {
                onChange(undefined)
                field.current?.focus()
              }}
            >
              <XIcon className="size-4" />
              <span className="sr-only">Remove the image</span>
            </button>
          </p>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {hint}
      </p>
      <FieldError id={`${id}-error`}>{wrong}</FieldError>
    </div>
  )
}
