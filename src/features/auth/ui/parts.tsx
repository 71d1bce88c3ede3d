import type { ReactNode } from 'react'
import type { SentCode } from '../kept-login.browser.ts'
import PencilIcon from 'virtual:lucide/pencil'

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
