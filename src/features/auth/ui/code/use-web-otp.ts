import { useEffect, useEffectEvent } from 'react'

/** Takes the code of so many digits out of the SMS where the browser offers that (WebOTP). */
export function useWebOtp(length: number, onCode: (code: string) => void): void {
  const received = useEffectEvent(onCode)
  useEffect(() => {
    if (!('OTPCredential' in window)) return
    const stop = new AbortController()
    const request = { otp: { transport: ['sms'] }, signal: stop.signal } as CredentialRequestOptions
    navigator.credentials.get(request).then(
      (credential) => {
        const digits = (credential as { code?: string } | null)?.code?.replace(/\D/g, '') ?? ''
        if (digits.length === length) received(digits)
      },
      // Refused, or the step is over: the learner types.
      () => {},
    )
    return () => stop.abort()
  }, [length])
}
