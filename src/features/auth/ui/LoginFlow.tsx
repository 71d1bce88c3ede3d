import { useEffect, useLayoutEffect, useState } from 'react'
import { Toasts } from '#ui/Toasts.tsx'
import type { Preferences, User } from '../auth.contract.ts'
import { INDIA } from '#lib/both/text/calling-codes.ts'
import type { Country } from '../login-form.rules.ts'
import { giveUpRegistration, leaveLogin, onLoginElsewhere, savedRedirect, signIn } from '../log-in.store.ts'
import {
  forgetLogin,
  keepLogin,
  keptLogin,
  loginOf,
  registeringOf,
  type KeptLogin,
  type SentCode,
} from '../kept-login.browser.ts'
import { CodeStep } from './code/CodeStep.tsx'
import { PhoneStep } from './phone/PhoneStep.tsx'
import { ProfileStep } from './ProfileStep.tsx'

type Step = 'phone' | 'code' | 'profile'

/**
 * Phone, code and, for whoever has no profile yet, the profile (document 1, section 4, 'Login flow'). A reload goes on at the
 * same step.
 * @param welcome the site's name, where strangers are welcomed to it
 * @param outbox codes go nowhere but to this machine's own list
 */
export function LoginFlow({ welcome, outbox }: { welcome?: string; outbox: boolean }) {
  const [step, setStep] = useState<Step>('phone')
  const [country, setCountry] = useState<Country>({ iso: 'IN', dial: INDIA })
  const [login, setLogin] = useState<KeptLogin>()

  const goOn = (next: KeptLogin, to: Step) => {
    setLogin(next)
    keepLogin(next)
    setStep(to)
  }
  // The server draws the phone step. Before the browser shows it in place of another, the script in the head hides it.
  useLayoutEffect(() => {
    const kept = keptLogin()
    delete document.documentElement.dataset.loginResumes
    if (!kept) return
    setCountry(kept.country)
    setLogin(kept)
    setStep(kept.registering ? 'profile' : 'code')
  }, [])
  useEffect(() => onLoginElsewhere(leaveLogin), [])

  const codeSent = (sent: SentCode) => goOn(loginOf(sent, country, savedRedirect() ?? login?.redirect), 'code')
  const changeNumber = () => {
    if (login?.registering) giveUpRegistration(login.registering)
    forgetLogin()
    setStep('phone')
  }
  const verified = (user: User, preferences: Preferences | null) => {
    signIn(user, preferences)
    if (user.registration_completed !== 'N' || !login) leaveLogin()
    else goOn(registeringOf(login, { user, preferences, name: user.name ?? '', email: '' }), 'profile')
  }

  return (
    <>
      <div key={`${step} ${login?.sent.long ? 'long' : ''}`}>
        {step === 'phone' && (
          <PhoneStep
            welcome={welcome}
            country={country}
            onCountry={setCountry}
            phone={login?.sent.phone ?? ''}
            returning={login !== undefined}
            onSent={codeSent}
          />
        )}
        {step === 'code' && login && (
          <CodeStep
            login={login}
            outbox={outbox}
            onSent={codeSent}
            onLater={(againAt) => goOn({ ...login, againAt }, 'code')}
            onChangeNumber={changeNumber}
            onVerified={verified}
          />
        )}
        {step === 'profile' && login?.registering && (
          <ProfileStep
            sent={login.sent}
            registering={login.registering}
            onTyped={(typed) => goOn(registeringOf(login, { ...login.registering!, ...typed }), 'profile')}
            onChangeNumber={changeNumber}
            onDone={leaveLogin}
          />
        )}
      </div>
      <Toasts />
    </>
  )
}
