import { WarningIcon } from './icons.tsx'

export interface FieldErrorProps {
  id: string
  /** Nothing while the field is right: the place stays, so that the words are announced when they come. */
  children: string | undefined
  /** Said at once: what was sent has been refused. */
  urgent?: boolean
}

/** What is wrong with a field, below it. The one look of it everywhere. */
export function FieldError({ id, children, urgent = false }: FieldErrorProps) {
  return (
    <p id={id} {...(urgent ? { role: 'alert' } : { 'aria-live': 'polite' })} className="text-sm text-error">
      {children && (
        <span className="flex items-start gap-1.5 pt-2">
          <WarningIcon className="mt-0.75 size-4 shrink-0" />
          {children}
        </span>
      )}
    </p>
  )
}
