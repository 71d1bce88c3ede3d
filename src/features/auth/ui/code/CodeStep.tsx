import { useRef, useState, type SubmitEvent } from 'react'
import { call, serverNow } from '#lib/browser/call/call.ts'
import { indianClock, indianDay, SECOND } from '#lib/both/time/clock.ts'
import { INDIA } from '#lib/both/text/calling-codes.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { toast } from '#ui/Toasts.tsx'
import { resendCode, verifyCode, verifyNewUser, type Preferences, type User } from '../../auth.contract.ts'
import { CODE_LENGTH, countdown, LONG_CODE_LENGTH, LONG_WAY, messages, WRONG_CODE } from '../../login-form.rules.ts'
import type { KeptLogin, SentCode } from '../../kept-login.browser.ts'
import { isComplete } from './code-boxes.ts'
import { CodeInput } from './CodeInput.tsx'
import { LongCodeOffer, sendLongCode } from './LongCodeOffer.tsx'
import { Note } from '#ui/forms/Note.tsx'
import { SendButton } from '#ui/forms/SendButton.tsx'
import { GivenNumber, StepHeading } from '../parts.tsx'
import { report } from '../problem.ts'
import { useCountdown } from './use-countdown.ts'
import { useWebOtp } from './use-web-otp.ts'

interface CodeStepProps {
  login: Pick<KeptLogin, 'sent' | 'againAt'>
  /** Codes stand at /dev/outbox. */
  outbox: boolean
  /** Another code was sent, perhaps of another length. */
  onSent: (sent: SentCode) => void
  /** Another code may not be asked for before then. */
  onLater: (againAt: number) => void
  onChangeNumber: () => void
  onVerified: (user: User, preferences: Preferences | null) => void
}

export function CodeStep({ login, outbox, onSent, onLater, onChangeNumber, onVerified }: CodeStepProps) {
  const { sent } = login
  const length = sent.long ? LONG_CODE_LENGTH : CODE_LENGTH
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(false)
  const [note, setNote] = useState<string>()
  const [locked, setLocked] = useState(false)
  const [busy, setBusy] = useState<'verify' | 'resend'>()
  const left = useCountdown(login.againAt)

  const change = (given: string) => {
    setCode(given)
    setWrong(false)
    setNote(undefined)
  }
  useWebOtp(length, change)

  const focusCode = () => form.current?.querySelector('input')?.focus()

  const verify = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy || !isComplete(code, length)) return
    setBusy('verify')
    setNote(undefined)
    setLocked(false)
    try {
      const body = { user_id: sent.userId, otp: code }
      const { user, preferences } = sent.userExists
        ? await call(verifyCode, { body })
        : await call(verifyNewUser, { body })
      onVerified(user, preferences)
    } catch (failure) {
      setBusy(undefined)
      const refused = failure instanceof ApiError && failure.status === 422
      setWrong(refused)
      // Nobody has to delete what cannot be right.
      if (refused) setCode('')
      setLocked(isLocked(failure))
      setNote(report(failure, { refused: messages.verifyFailed }))
      focusCode()
    }
  }

  const resend = async () => {
    setBusy('resend')
    setNote(undefined)
    setLocked(false)
    try {
      const again = await sendAgain(sent)
      toast.success(again.told)
      change('')
      onSent(again.sent)
    } catch (failure) {
      setLocked(isLocked(failure))
      setNote(report(failure, { refused: messages.resendFailed }))
      // The link comes back when it will work again.
      if (failure instanceof ApiError && failure.retryAfter) onLater(Date.now() + failure.retryAfter * SECOND)
    }
    setBusy(undefined)
    focusCode()
  }

  return (
    <form ref={form} method="dialog" onSubmit={(event) => void verify(event)} noValidate aria-busy={busy !== undefined}>
      <StepHeading title="Enter the code">
        <p id="otp-sent">
          We sent it {sent.long?.sent === false && 'before '}
          {sent.countryCode === INDIA ? 'by SMS' : 'on WhatsApp'} to{' '}
          <GivenNumber sent={sent} onChange={onChangeNumber} />
        </p>
        {sent.long && (
          <p id="otp-long" className="mt-2">
            It has {LONG_CODE_LENGTH} digits, works until {untilInWords(sent.long.until)} and stays the same, no matter
            who requests it.
          </p>
        )}
      </StepHeading>
      <div className="mt-8">
        <CodeInput
          length={length}
          value={code}
          onChange={change}
          invalid={wrong}
          problem={wrong ? WRONG_CODE : undefined}
          describedBy={sent.long ? 'otp-sent otp-long' : 'otp-sent'}
        />
      </div>
      <div className="mt-6">
        <SendButton
          label="Verify"
          busy={busy === 'verify'}
          disabled={!isComplete(code, length) || busy !== undefined}
        />
        <Note>{note}</Note>
        {locked && <LongCodeOffer phone={sent.phone} countryCode={sent.countryCode} onSent={onSent} />}
        <div className="mt-3 flex min-h-11 items-center gap-1 text-sm text-muted">
          {left > 0 ? (
            <p>
              Did not get the code? You can request another in{' '}
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
        {outbox && (
          <p className="mt-2 text-sm text-muted">
            This is a demo: the code is at{' '}
            <a href="/dev/outbox" target="_blank" rel="noopener" className="link link-primary">
              /dev/outbox
            </a>
          </p>
        )}
      </div>
    </form>
  )
}

/** Whether others keep the phone from codes of 4 digits. */
function isLocked(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === LONG_WAY
}

/** Sends another code, or the same one of 8 digits. @returns what was sent, and what tells that it was done */
async function sendAgain(sent: SentCode): Promise<{ sent: SentCode; told: string }> {
  if (!sent.long) return { sent, told: (await call(resendCode, { query: { user_id: sent.userId } })).msg }
  const again = await sendLongCode(sent)
  return { sent: again, told: again.long?.sent ? messages.sent : messages.sentBefore }
}

/** `9:14 AM tomorrow`, in Indian time. */
function untilInWords(until: number): string {
  const sameDay = indianDay(until) === indianDay(serverNow())
  return `${indianClock(until)} ${sameDay ? 'today' : 'tomorrow'}`
}
