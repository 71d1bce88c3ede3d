import type { ReactNode } from 'react'
import { WarningIcon } from '#ui/icons.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import type { SentCode } from '../kept-login.browser.ts'
import { PencilIcon } from './icons.tsx'

/** The heading of a step and the line below it. */
export function StepHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h1 className="text-2xl font-bold tracking-tight sm:text-3xl">{title}</h1>
      <div className="mt-2 text-muted">{children}</div>
    </div>
  )
}

interface GivenNumberProps {
  sent: Pick<SentCode, 'countryCode' | 'phone'>
  disabled?: boolean
  onChange: () => void
}

/** The number that was given, and the way back to it. */
export function GivenNumber({ sent: { countryCode, phone }, disabled, onChange }: GivenNumberProps) {
  return (
    <span className="inline-flex items-center whitespace-nowrap font-medium text-base-content tabular-nums">
      +{countryCode} {phone}
      <button
        type="button"
        aria-label="Change number"
        title="Change number"
        className="btn btn-ghost btn-square -my-2 size-11 text-primary"
        disabled={disabled}
        onClick={onChange}
      >
        <PencilIcon className="size-4.5" />
      </button>
    </span>
  )
}

interface SendButtonProps {
  label: string
  busy: boolean
  disabled?: boolean
  describedBy?: string
  /** What a second button of a step does; without it the button sends the form. */
  onPress?: () => void
}

/** The button that sends a step. While its action runs the spinner covers it; its size does not change. */
export function SendButton({ label, busy, disabled = false, describedBy, onPress }: SendButtonProps) {
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      disabled={busy || disabled}
      aria-describedby={describedBy}
      className={`btn btn-lg relative w-full text-base font-semibold ${onPress ? 'btn-outline btn-primary' : 'btn-primary'}`}
      onClick={onPress}
    >
      <span className={busy ? 'opacity-0' : undefined}>{label}</span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner label="Please wait" />
        </span>
      )}
    </button>
  )
}

/** What keeps the step from going on for a while. */
export function Note({ children }: { children: string | undefined }) {
  return (
    <div role="alert">
      {children && (
        <p className="mt-4 flex items-start gap-3 rounded-field border border-base-300 bg-base-200 px-4 py-3 text-sm">
          <WarningIcon className="mt-0.5 size-5 shrink-0 text-warning" />
          {children}
        </p>
      )}
    </div>
  )
}
