import { useEffect, useId, useRef } from 'react'
import { FieldError } from '#ui/forms/FieldError.tsx'
import { LARGE_IMAGE, LARGEST_IMAGE } from '#lib/both/calls/endpoint.ts'
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

const megabytes = (bytes: number) => bytes / 1024 / 1024

/** Chooses one image. What is wrong with it the server decides; its size is said beforehand. */
export function ImageField({ label, hint, file, problem, disabled, onChange }: ImageFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const large = file && file.size > LARGEST_IMAGE
  const wrong = problem ?? (large ? LARGE_IMAGE : undefined)
  // A field of files can only be emptied, never filled.
  useEffect(() => {
    if (!file && field.current) field.current.value = ''
  }, [file])
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-medium">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={field}
          id={id}
          type="file"
          accept="image/*"
          disabled={disabled}
          aria-invalid={wrong !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          className={`input w-full max-w-sm overflow-hidden pl-0 file:mr-3 file:h-full file:bg-base-200 file:px-4 file:font-semibold ${file ? 'sr-only' : ''} ${wrong ? 'input-error' : ''}`}
          onChange={(event) => onChange(event.target.files?.[0])}
        />
        {file && (
          <p className="flex max-w-full min-w-0 items-center gap-2 rounded-field border border-base-300 bg-base-200 py-1 pr-1 pl-3 text-sm">
            <ImageIcon className="size-5 shrink-0 text-muted" />
            <bdi className="min-w-0 truncate">{file.name}</bdi>
            <span className="shrink-0 text-muted">{Math.max(0.1, megabytes(file.size)).toFixed(1)} MB</span>
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
