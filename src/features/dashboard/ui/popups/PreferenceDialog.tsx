import { useId, useState } from 'react'
import type { Preferences } from '#features/auth/auth.contract.ts'
import { Dialog } from '#ui/Dialog.tsx'
import type { Wants } from '../../preference.rules.ts'

const kinds: { id: Wants; label: string }[] = [
  { id: 'course', label: 'Course' },
  { id: 'exam', label: 'Exam' },
  { id: 'both', label: 'Both' },
]

export interface PreferenceDialogProps {
  name: string
  /** Key to label. */
  offered: Preferences
  onSubmit: (options: string[], wants: Wants) => void
  onClose: () => void
}

const choice = (chosen: boolean) =>
  `flex min-h-12 cursor-pointer items-center gap-3 rounded-field border px-4 py-2 font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary ${chosen ? 'border-primary bg-tint' : 'border-base-300'}`

/** Asks once what the learner prepares for (document 1, sections 2 and 4). */
export function PreferenceDialog({ name, offered, onSubmit, onClose }: PreferenceDialogProps) {
  const [options, setOptions] = useState<string[]>([])
  const [wants, setWants] = useState<Wants>()
  const group = useId()
  const toggle = (key: string) =>
    setOptions((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]))
  return (
    <Dialog
      open
      title={`Welcome ${name}`.trim()}
      onClose={onClose}
      actions={
        <button
          type="button"
          className="btn btn-primary max-sm:grow"
          disabled={options.length === 0 || !wants}
          onClick={() => wants && onSubmit(options, wants)}
        >
          Continue
        </button>
      }
    >
      <p className="text-muted">Tell us what you are preparing for, so that we know what to add next.</p>
      <fieldset className="mt-5">
        <legend className="mb-2 font-semibold">Which exams are you preparing for?</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {Object.entries(offered).map(([key, label]) => (
            <label key={key} className={choice(options.includes(key))}>
              <input
                type="checkbox"
                className="checkbox checkbox-sm checkbox-primary"
                checked={options.includes(key)}
                onChange={() => toggle(key)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="mt-5">
        <legend className="mb-2 font-semibold">What are you looking for?</legend>
        <div className="grid gap-2 min-[26rem]:grid-cols-3">
          {kinds.map(({ id, label }) => (
            <label key={id} className={choice(wants === id)}>
              <input
                type="radio"
                name={group}
                className="radio radio-sm radio-primary"
                checked={wants === id}
                onChange={() => setWants(id)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </Dialog>
  )
}
