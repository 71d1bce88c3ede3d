import { Spinner } from '../states/Spinner.tsx'

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
