import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { CODE_LENGTH, WRONG_CODE } from '#features/auth/login-form.rules.ts'
import { $user, forgetEndedAccount } from '#features/auth/auth.store.ts'
import { isComplete } from '#features/auth/ui/code/code-boxes.ts'
import { CodeInput } from '#features/auth/ui/code/CodeInput.tsx'
import { Note } from '#ui/forms/Note.tsx'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { ApiError } from '#lib/both/calls/errors.ts'
import { paths } from '#lib/both/paths.ts'
import { forgetUnsentWork } from '#lib/browser/device/unsent-work.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import { deleteAccount, explainDeletion, sendDeletionCode } from '../profile.contract.ts'

type Step = 'explain' | 'code' | 'done'

const explanation = loading((_: void, signal) => call(explainDeletion, { signal }))

const UNREACHABLE = 'The server cannot be reached. Nothing has been deleted; please try again.'

const NOT_REMOVED =
  'Answers that were not sent could not be removed from this device yet. Please keep this page open; closing other tabs of this site can help.'

/** Explains, sends a code to the phone, and deletes for whoever has it. */
export function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [step, setStep] = useState<Step>('explain')
  const explained = useLoaded(explanation, open ? undefined : null)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  /** Unsent work may still be on this device. */
  const [left, setLeft] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const [{ id, phone }] = useState(() => $user.get() ?? { id: 0, phone: '' })

  useEffect(() => {
    if (!open) return
    setStep('explain')
    setWrong(false)
    setProblem(undefined)
  }, [open])

  const attemptTo = async (work: () => Promise<unknown>, next: Step) => {
    if (busy) return
    setBusy(true)
    setWrong(false)
    setProblem(undefined)
    try {
      await work()
      if (next === 'done') {
        forgetEndedAccount()
        void forgetUnsentWork(id, () => setLeft(true)).then(() => setLeft(false))
      }
      setCode('')
      setStep(next)
    } catch (error) {
      setCode('')
      const refused = error instanceof ApiError && error.status === 422
      setWrong(refused)
      if (!refused) setProblem(error instanceof ApiError ? error.message : UNREACHABLE)
    }
    setBusy(false)
    // Whatever it was: what comes next is a code.
    form.current?.querySelector('input')?.focus()
  }
  const sendCode = () => attemptTo(() => call(sendDeletionCode), 'code')
  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    if (isComplete(code, CODE_LENGTH)) void attemptTo(() => call(deleteAccount, { body: { otp: code } }), 'done')
  }
  const leave = () => location.assign(paths.login)

  return (
    <Dialog
      open={open}
      title={step === 'done' ? 'Your account is deleted' : 'Delete my account'}
      onClose={step === 'done' ? leave : onClose}
      locked={busy}
      actions={
        step === 'done' ? (
          <button type="button" className="btn btn-primary" data-first-focus onClick={leave}>
            Close
          </button>
        ) : (
          <>
            <button type="button" className="btn" data-first-focus disabled={busy} onClick={onClose}>
              Keep my account
            </button>
            {step === 'explain' ? (
              <button
                type="button"
                className="btn btn-error"
                disabled={busy || explained.is !== 'shown'}
                aria-busy={busy}
                onClick={() => void sendCode()}
              >
                Send me a code
              </button>
            ) : (
              <button
                type="submit"
                form="delete-account"
                className="btn btn-error"
                disabled={busy || !isComplete(code, CODE_LENGTH)}
                aria-busy={busy}
              >
                Delete permanently
              </button>
            )}
          </>
        )
      }
    >
      {step === 'explain' && explained.is === 'loading' && <Skeleton lines={6} />}
      {step === 'explain' && explained.is === 'failed' && <ErrorState compact onRetry={explanation.again} />}
      {step === 'explain' && explained.is === 'shown' && (
        <>
          <Points title="What is deleted, at once and permanently" points={explained.shown.goes} />
          <Points title="What stays" points={explained.shown.stays} />
          <p className="mt-4 text-sm text-muted">
            Your phone number is free afterwards: you can open a new, empty account with it. To continue, we will send a
            code to it.
          </p>
        </>
      )}
      {step === 'code' && (
        <form ref={form} id="delete-account" noValidate onSubmit={confirm}>
          <p id="otp-sent" className="text-sm text-muted">
            We sent a code to {phone}. Once you enter it, your account is deleted and cannot be brought back.
          </p>
          <div className="mt-5">
            <CodeInput
              value={code}
              onChange={(typed) => {
                setCode(typed)
                setWrong(false)
                setProblem(undefined)
              }}
              invalid={wrong}
              problem={wrong ? WRONG_CODE : undefined}
              describedBy="otp-sent"
            />
          </div>
          <button
            type="button"
            className="btn btn-link min-h-11 px-0 text-sm"
            disabled={busy}
            onClick={() => void sendCode()}
          >
            Send another code
          </button>
        </form>
      )}
      {step === 'done' && <p className="text-muted">You are logged out everywhere. Thank you for learning with us.</p>}
      <Note>{left ? NOT_REMOVED : problem}</Note>
    </Dialog>
  )
}

function Points({ title, points }: { title: string; points: string[] }) {
  return (
    <>
      <h3 className="mt-4 font-semibold first:mt-0">{title}</h3>
      <ul className="mt-2 list-disc space-y-1.5 pl-5 text-sm">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  )
}
