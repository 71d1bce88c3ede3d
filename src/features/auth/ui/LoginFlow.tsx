import { useState } from 'react'
import { Toasts } from '#ui/Toasts.tsx'
import type { Preferences, User } from '../auth.contract.ts'
import { INDIA, type Country } from '../auth.rules.ts'
import { leaveLogin, signIn } from '../auth.store.ts'
import { CodeStep } from './CodeStep.tsx'
import { PhoneStep } from './PhoneStep.tsx'
import { ProfileStep } from './ProfileStep.tsx'

/** The auth flow data of document 1, section 3. */
export interface SentCode {
  phone: string
  countryCode: string
  userId: number
  userExists: boolean
  /** Of a code of 8 digits: whether it was sent just now or before, and until when it works, in milliseconds since 1970. */
  long?: { sent: boolean; until: number }
}

type Step = 'phone' | 'code' | 'profile'

/**
 * Phone, code and, for whoever has no profile yet, the profile (document 1, section 4, 'Login flow').
 * @param outbox codes go nowhere but to this machine's own list
 */
export function LoginFlow({ welcome = false, outbox }: { welcome?: boolean; outbox: boolean }) {
  const [step, setStep] = useState<Step>('phone')
  const [country, setCountry] = useState<Country>({ iso: 'IN', dial: INDIA })
  const [sent, setSent] = useState<SentCode>()

  const codeSent = (given: SentCode) => {
    setSent(given)
    setStep('code')
  }
  const verified = (user: User, preferences: Preferences | null) => {
    signIn(user, preferences)
    if (user.registration_completed === 'N') setStep('profile')
    else leaveLogin()
  }

  return (
    <>
      <div key={`${step} ${sent?.long ? 'long' : ''}`}>
        {step === 'phone' && (
          <PhoneStep
            welcome={welcome}
            country={country}
            onCountry={setCountry}
            phone={sent?.phone ?? ''}
            returning={sent !== undefined}
            onSent={codeSent}
          />
        )}
        {step === 'code' && sent && (
          <CodeStep
            sent={sent}
            outbox={outbox}
            onSent={codeSent}
            onChangeNumber={() => setStep('phone')}
            onVerified={verified}
          />
        )}
        {step === 'profile' && sent && <ProfileStep phone={sent.phone} onDone={leaveLogin} />}
      </div>
      <Toasts />
    </>
  )
}
