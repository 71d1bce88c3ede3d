import { displayTime } from '#lib/both/time/clock.ts'
import { instantOf, type FieldValue, type FormField } from './form-values.ts'
import type { Meanwhile } from './meanwhile.ts'

export interface ChangedMeanwhileProps {
  meanwhile: Meanwhile
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Says what somebody else has made of it, and lets whoever is second decide. Nothing is saved by that. */
export function ChangedMeanwhile({ meanwhile: { now, theirs }, onKeepMine, onTakeTheirs }: ChangedMeanwhileProps) {
  return (
    <div className="space-y-3">
      <p>It now says:</p>
      <dl className="space-y-2">
        {theirs.map((field) => (
          <div key={field.name}>
            <dt className="text-xs font-semibold text-muted">{field.label}</dt>
            <dd dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
              {wordsOf(field, now[field.name]!)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-sm" onClick={onKeepMine}>
          Keep what I typed
        </button>
        <button type="button" className="btn btn-sm" onClick={onTakeTheirs}>
          Take what it says now
        </button>
      </div>
    </div>
  )
}

/** A value of a field as people read it. */
function wordsOf(field: FormField, value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const chosen = (one: string) =>
    'options' in field ? (field.options.find((option) => String(option.value) === one)?.label ?? one) : one
  if (typeof value !== 'string') return value.map(chosen).join(', ') || 'Nothing'
  if (value === '') return 'Nothing'
  if (field.kind === 'rupees') return `₹${value}`
  if (field.kind === 'datetime') return displayTime(instantOf(value))
  return chosen(value)
}
