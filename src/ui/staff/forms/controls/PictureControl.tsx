import { useState } from 'react'
import ImageIcon from 'virtual:lucide/image'
import { LARGEST_IMAGE } from '#lib/both/calls/endpoint.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { fileSize, pictureProblem } from '#lib/both/files.ts'
import { isOwnPicture } from '#lib/both/text/own-picture.ts'
import { FieldError } from '../../../forms/FieldError.tsx'
import { Spinner } from '../../../states/Spinner.tsx'
import { failureWords } from '../failure.ts'
import type { StorePicture } from '../form-values.ts'

export interface PictureControlProps {
  id: string
  name: string
  label: string
  shape: 'wide' | 'tall'
  /** The address of the picture that is chosen; '' of none. */
  value: string
  required: boolean
  invalid: boolean
  describedBy: string
  store: StorePicture
  onChange: (address: string) => void
}

const ratios = { wide: 'aspect-video w-56', tall: 'aspect-3/4 w-36' }

/** Chooses a picture, which is stored at once and shown as it will be cut. */
export function PictureControl(props: PictureControlProps) {
  const { id, name, label, shape, value, required, invalid, describedBy, store, onChange } = props
  const { busy, problem, take } = useStoring(store, onChange)
  const hint = shape === 'wide' ? 'Cut to 16:9' : 'Cut to 3:4'
  return (
    <div className="flex flex-wrap items-end gap-4">
      <div
        className={`relative grid max-w-full place-items-center overflow-hidden rounded-field border border-base-300 bg-base-200 ${ratios[shape]}`}
        aria-busy={busy}
      >
        {isOwnPicture(value) ? (
          <img src={value} alt={`${label}, as it is cut`} className="size-full object-cover" />
        ) : (
          <ImageIcon className="size-8 text-muted" />
        )}
        {busy && (
          <span className="absolute inset-0 grid place-items-center bg-base-100/70">
            <Spinner label="Storing the picture" size={24} />
          </span>
        )}
      </div>
      <div className="min-w-0 grow basis-56 space-y-2">
        <input
          id={id}
          name={name}
          type="file"
          accept="image/*"
          aria-required={required || undefined}
          aria-invalid={invalid || problem !== undefined}
          aria-describedby={`${describedBy} ${id}-stored`}
          className="peer sr-only"
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file can be chosen once more after a failure.
            target.value = ''
          }}
        />
        {/* Browsers say beside a field of theirs that no file is chosen, whatever is shown here. */}
        <label
          htmlFor={id}
          className={`btn peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-primary ${invalid || problem ? 'border-error' : ''}`}
        >
          {value === '' ? 'Choose a picture' : 'Choose another picture'}
        </label>
        <p className="text-xs text-muted">
          {hint}, at most {fileSize(LARGEST_IMAGE)}. JPEG, PNG, WebP, AVIF or GIF.
        </p>
        {!required && value !== '' && (
          <button type="button" className="btn btn-ghost btn-sm" onClick={() => onChange('')}>
            Remove the picture
          </button>
        )}
        <FieldError id={`${id}-stored`} urgent>
          {problem}
        </FieldError>
      </div>
    </div>
  )
}

/** Stores a chosen file; what is wrong with it is told, and what was there stays. */
export function useStoring(store: StorePicture | undefined, onStored: (address: string) => void) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file || !store || busy) return
    const wrong = pictureProblem(file)
    if (wrong) return setProblem(wrong)
    setBusy(true)
    setProblem(undefined)
    try {
      onStored(await store(file))
    } catch (error) {
      const said = error instanceof ApiError ? error.errors?.picture : undefined
      setProblem(said ?? failureWords(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, take }
}
