import { useRef, useState, type SubmitEvent } from 'react'
import { call } from '#lib/call.ts'
import { ApiError } from '#lib/errors.ts'
import { toast } from '#ui/Toasts.tsx'
import { resendCode, verifyCode, verifyNewUser, type Preferences, type User } from '../auth.contract.ts'
import { CODE_LENGTH, countdown, INDIA, messages, RESEND_SECONDS } from '../auth.rules.ts'
import { CodeInput } from './CodeInput.tsx'
import { PencilIcon } from './icons.tsx'
import type { SentCode } from './LoginFlow.tsx'
import { Note, SendButton, StepHeading } from './parts.tsx'
import { report } from './problem.ts'
import { useCountdown } from './use-countdown.ts'
import { useWebOtp } from './use-web-otp.ts'

interface CodeStepProps {
  sent: SentCode
  onChangeNumber: () => void
  onVerified: (user: User, preferences: Preferences | null) => void
}

export function CodeStep({ sent, onChangeNumber, onVerified }: CodeStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(false)
  const [note, setNote] = useState<string>()
  const [busy, setBusy] = useState<'verify' | 'resend'>()
  const { left, restart } = useCountdown(RESEND_SECONDS)

  const change = (given: string) => {
    setCode(given)
    setWrong(false)
    setNote(undefined)
  }
  useWebOtp(change)

  const focusCode = () => form.current?.querySelector('input')?.focus()

  const verify = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy || code.length !== CODE_LENGTH) return
    setBusy('verify')
    setNote(undefined)
    try {
      const body = { user_id: sent.userId, otp: code }
      const { user, preferences } = sent.userExists
        ? await call(verifyCode, { body })
        : await call(verifyNewUser, { body })
      onVerified(user, preferences)
    } catch (failure) {
      setBusy(undefined)
      setWrong(failure instanceof ApiError)
      setNote(report(failure, { refused: messages.verifyFailed }))
      focusCode()
    }
  }

  const resend = async () => {
    setBusy('resend')
    setNote(undefined)
    try {
      const { msg } = await call(resendCode, { query: { user_id: sent.userId } })
      toast.success(msg)
      change('')
      restart(RESEND_SECONDS)
    } catch (failure) {
      setNote(report(failure, { refused: messages.resendFailed }))
      // The link comes back when it will work again.
      if (failure instanceof ApiError && failure.retryAfter) restart(failure.retryAfter)
    }
    setBusy(undefined)
    focusCode()
  }

  return (
    <form ref={form} method="dialog" onSubmit={(event) => void verify(event)} noValidate aria-busy={busy !== undefined}>
      <StepHeading title="Enter the code">
        <p id="otp-sent">
          We sent it {sent.countryCode === INDIA ? 'by SMS' : 'on WhatsApp'} to{' '}
          <span className="inline-flex items-center whitespace-nowrap font-medium text-base-content tabular-nums">
            +{sent.countryCode} {sent.phone}
            <button
              type="button"
              aria-label="Change number"
              title="Change number"
              className="btn btn-ghost btn-square -my-2 size-11 text-primary"
              onClick={onChangeNumber}
            >
              <PencilIcon className="size-4.5" />
            </button>
          </span>
        </p>
      </StepHeading>
      <div className="mt-8">
        <label htmlFor="otp" className="mb-2 block font-medium">
          {CODE_LENGTH}-digit code
        </label>
        <CodeInput value={code} onChange={change} invalid={wrong} describedBy="otp-sent" />
      </div>
      <div className="mt-6">
        <SendButton
          label="Verify"
          busy={busy === 'verify'}
          disabled={code.length !== CODE_LENGTH || busy !== undefined}
        />
        <Note>{note}</Note>
        <div className="mt-3 flex min-h-11 items-center gap-1 text-sm text-muted">
          {left > 0 ? (
            <p>
              No code? You can ask for another in{' '}
              <span role="timer" className="font-medium text-base-content tabular-nums">
                {countdown(left)}
              </span>
            </p>
          ) : (
            <>
              <p>No code?</p>
              <button
                type="button"
                className="btn btn-link min-h-11 px-2 text-sm"
                disabled={busy !== undefined}
                onClick={() => void resend()}
              >
                Resend OTP
              </button>
            </>
          )}
        </div>
      </div>
    </form>
  )
}
