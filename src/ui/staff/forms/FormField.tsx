import type { FieldRule } from '#lib/both/form-rules.ts'
import { countCharacters } from '#lib/both/text/count-characters.ts'
import { FieldError } from '../../forms/FieldError.tsx'
import { ruleOf, type FieldValue, type FormField as Field } from './form-values.ts'
import { LargeControl } from './controls/LargeControl.tsx'
import { PastedControl } from './controls/PastedControl.tsx'
import { PictureControl } from './controls/PictureControl.tsx'

export interface FormFieldProps {
  /** Of what takes the focus. */
  id: string
  field: Field
  rule: FieldRule | undefined
  value: FieldValue
  problem: string | undefined
  onChange: (value: FieldValue) => void
}

/** A field with its name, what helps to fill it, and what is wrong with it. */
export function FormField(props: FormFieldProps) {
  const { id, field, value, problem } = props
  const rule = ruleOf(field, props.rule)
  const help = `${id}-help`
  const wide = field.wide || ['textarea', 'pasted', 'checkboxes', 'picture', 'markdown', 'file'].includes(field.kind)
  const isGroup = field.kind === 'checkboxes'
  const name = (
    <>
      {field.label}
      {rule && !rule.required && field.kind !== 'checkbox' && (
        <span className="font-normal text-muted"> (optional)</span>
      )}
    </>
  )
  return (
    <div
      className={wide ? 'sm:col-span-2' : ''}
      {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-name`, 'aria-describedby': `${help} ${id}-error` })}
    >
      {field.kind !== 'checkbox' && (
        <div className="mb-1 flex items-baseline justify-between gap-3">
          {isGroup ? (
            <span id={`${id}-name`} className="text-sm font-medium">
              {name}
            </span>
          ) : (
            <label htmlFor={id} className="text-sm font-medium">
              {name}
            </label>
          )}
          {(field.kind === 'textarea' || field.kind === 'markdown') && rule?.longest && (
            <Counter typed={countCharacters(String(value).trim())} most={rule.longest.value} />
          )}
        </div>
      )}
      <Control {...props} rule={rule} />
      {field.hint && (
        <p id={help} className="pt-1 text-xs text-muted">
          {field.hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </div>
  )
}

/** Says how many are left once they are few. */
function Counter({ typed, most }: { typed: number; most: number }) {
  const over = typed > most
  return (
    <span className={`text-xs tabular-nums ${over ? 'font-semibold text-error' : 'text-muted'}`}>
      {typed} / {most}
    </span>
  )
}

const input = 'input w-full text-base sm:text-sm'

function Control({ id, field, rule, value, problem, onChange }: FormFieldProps) {
  const common = {
    id,
    name: field.name,
    'aria-invalid': problem !== undefined,
    'aria-describedby': `${field.hint ? `${id}-help ` : ''}${id}-error`,
    'aria-required': rule?.required !== undefined || undefined,
  }
  const text = { ...common, value: String(value), placeholder: field.placeholder, autoComplete: field.autoComplete }
  const typed = ({ target }: { target: { value: string } }) => onChange(target.value)
  const bad = problem ? 'input-error' : ''
  if (field.kind === 'checkbox')
    return (
      <label className="flex min-h-10 items-center gap-2.5 text-sm">
        <input
          {...common}
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        {field.label}
      </label>
    )
  if (field.kind === 'checkboxes') {
    const ticked = Array.isArray(value) ? (value as readonly string[]) : []
    return (
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {field.options.map((option, index) => {
          const key = String(option.value)
          return (
            <label key={key} className="flex min-h-9 items-center gap-2 text-sm max-sm:min-h-11">
              <input
                {...(index === 0 && { id })}
                type="checkbox"
                className="checkbox checkbox-sm"
                checked={ticked.includes(key)}
                onChange={({ target }) =>
                  onChange(
                    field.options
                      .map((one) => String(one.value))
                      .filter((one) => (one === key ? target.checked : ticked.includes(one))),
                  )
                }
              />
              {option.label}
            </label>
          )
        })}
      </div>
    )
  }
  if (field.kind === 'select')
    return (
      <select
        {...common}
        className={`select w-full text-base sm:text-sm ${problem ? 'select-error' : ''}`}
        value={String(value)}
        onChange={typed}
      >
        {(value === '' || !rule?.required) && <option value="">{field.none ?? 'Please choose'}</option>}
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )
  if (field.kind === 'picture')
    return (
      <PictureControl
        id={id}
        name={field.name}
        label={field.label}
        shape={field.shape}
        value={String(value)}
        required={rule?.required !== undefined}
        invalid={problem !== undefined}
        describedBy={common['aria-describedby']}
        store={field.store}
        onChange={onChange}
      />
    )
  if (field.kind === 'file')
    return (
      <LargeControl
        kind="file"
        id={id}
        name={field.name}
        label={field.label}
        value={String(value)}
        required={rule?.required !== undefined}
        invalid={problem !== undefined}
        describedBy={common['aria-describedby']}
        files={field.files}
        called={field.called}
        onChange={onChange}
      />
    )
  if (field.kind === 'markdown')
    return (
      <LargeControl
        kind="markdown"
        field={text}
        rows={field.rows ?? 12}
        invalid={problem !== undefined}
        look={field.look}
        store={field.store}
        onChange={onChange}
      />
    )
  if (field.kind === 'pasted')
    return (
      <PastedControl
        field={text}
        rows={field.rows ?? 6}
        accept={field.accept}
        invalid={problem !== undefined}
        onChange={onChange}
      />
    )
  if (field.kind === 'textarea')
    return (
      <textarea
        {...text}
        dir="auto"
        rows={field.rows ?? 4}
        className={`textarea w-full text-base sm:text-sm ${problem ? 'textarea-error' : ''}`}
        onChange={typed}
      />
    )
  if (field.kind === 'rupees')
    return (
      <label className={`${input} ${bad}`}>
        <span aria-hidden="true" className="text-muted">
          ₹
        </span>
        <input {...text} inputMode="decimal" className="tabular-nums" onChange={typed} />
      </label>
    )
  const suggestions = field.kind === 'text' ? field.suggestions : undefined
  return (
    <>
      <input
        {...text}
        {...kinds[field.kind]}
        list={suggestions && `${id}-suggestions`}
        className={`${input} ${bad}`}
        onChange={typed}
      />
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** How each kind is typed. Numbers are no `type="number"`: a wheel over it would change what somebody has entered. */
const kinds = {
  text: { type: 'text', dir: 'auto' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  datetime: { type: 'datetime-local' },
} as const
