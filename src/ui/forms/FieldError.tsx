import { fieldError } from './field-error.ts'
import { WarningIcon } from '../icons.tsx'

export interface FieldErrorProps {
  id: string
  /** Nothing while the field is right: the place stays, so that the words are announced when they come. */
  children: string | undefined
  /** Said at once: what was sent has been refused. */
  urgent?: boolean
}

/** What is wrong with a field, below it. The one look of it everywhere; pages without islands have FieldError.astro. */
export function FieldError({ id, children, urgent = false }: FieldErrorProps) {
  return (
    <p id={id} {...(urgent ? { role: 'alert' } : { 'aria-live': 'polite' })} className={fieldError.place}>
      {children && (
        <span className={fieldError.problem}>
          <WarningIcon className={fieldError.sign} />
          {children}
        </span>
      )}
    </p>
  )
}
