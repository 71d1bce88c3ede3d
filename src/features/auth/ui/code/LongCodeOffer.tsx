import { useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { askLongCode } from '../../auth.contract.ts'
import { INDIA } from '#lib/both/text/calling-codes.ts'
import { LONG_CODE_LENGTH, messages } from '../../login-form.rules.ts'
import type { SentCode } from '../../kept-login.browser.ts'
import { Note } from '#ui/forms/Note.tsx'
import { SendButton } from '#ui/forms/SendButton.tsx'
import { report } from '../problem.ts'

interface LongCodeOfferProps {
  phone: string
  countryCode: string
  onSent: (sent: SentCode) => void
}

/** What whoever is kept from a code of 4 digits can do in place of waiting: others may have used them up. */
export function LongCodeOffer({ phone, countryCode, onSent }: LongCodeOfferProps) {
  const [busy, setBusy] = useState(false)
  const [note, setNote] = useState<string>()

  const send = async () => {
    setBusy(true)
    setNote(undefined)
    try {
      onSent(await sendLongCode({ phone, countryCode }))
    } catch (failure) {
      setBusy(false)
      setNote(report(failure, { refused: messages.sendFailed }))
    }
  }

  return (
    <div className="mt-4">
      <p id="long-code" className="mb-3 text-sm">
        Someone else may have requested or guessed codes for your number. You need not wait: you can get a code of{' '}
        {LONG_CODE_LENGTH} digits, which nobody else can use up.
      </p>
      <SendButton
        label={`Send an ${LONG_CODE_LENGTH}-digit code`}
        busy={busy}
        describedBy="long-code"
        onPress={() => void send()}
      />
      <Note>{note}</Note>
    </div>
  )
}

/** Asks for a long code. @throws ApiError, Unreachable */
export async function sendLongCode({ phone, countryCode }: Pick<SentCode, 'phone' | 'countryCode'>): Promise<SentCode> {
  const reply = await call(askLongCode, {
    body: {
      mobile: phone,
      device: 'web',
      country_code: countryCode,
      include_watsup_otp: countryCode === INDIA ? 'N' : 'Y',
    },
  })
  const { user_id: userId, user_exsist: userExists, sent, until } = reply
  return { phone, countryCode, userId, userExists, long: { sent, until } }
}
