import { fieldError } from './field-error.ts'
import TriangleAlertIcon from 'virtual:lucide/triangle-alert'

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
          <TriangleAlertIcon className={fieldError.sign} />
          {children}
        </span>
      )}
    </p>
  )
}
