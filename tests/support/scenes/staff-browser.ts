import { generateSync } from 'otplib'
import {
  askStaffCode,
  confirmPhone,
  enterBySetUpAuthenticator,
  sendConfirmation,
  setUpAuthenticator,
  verifyStaffCode,
} from '#features/staff/log-in/log-in.contract.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { Answer, Call } from '../api/calls.ts'
import type { TestApi } from '../api/api.ts'

/** The code that an authenticator app shows. @param now milliseconds */
export const appCode = (secret: string, now: number): string => generateSync({ secret, epoch: now / SECOND })

/** A browser of somebody who logs in as staff: it keeps the cookies that it is sent, and what its pages know of the session. */
export function staffBrowser(api: TestApi, address?: string) {
  const cookies = new Map<string, string>()
  let csrf = ''
  const call = (async <E extends Endpoint>(endpoint: E, input: object = {}) => {
    const cookie = [...cookies].map((one) => one.join('=')).join('; ')
    const from = address === undefined ? {} : { address }
    const answer = (await api.call(endpoint, input as never, { staff: { cookie, csrf }, ...from })) as Answer<E>
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    csrf = (answer.body as { csrf?: string }).csrf ?? csrf
    return answer
  }) as Call
  const ask = (mobile: string) => call(askStaffCode, { body: { mobile } })
  const verify = (otp: string) => call(verifyStaffCode, { body: { otp } })
  return {
    call,
    cookies,
    ask,
    verify,
    /** Requests a code and enters it, and the one of 8 digits where a second factor has to be set up. */
    prove: async (mobile: string) => {
      await ask(mobile)
      const proved = await verify(api.codes.at(-1)!.code)
      if (proved.body.confirm) {
        await call(sendConfirmation)
        await call(confirmPhone, { body: { otp: api.codes.at(-1)!.code } })
      }
      return proved
    },
  }
}

/**
 * First log-in of a member, with an authenticator app.
 * @returns the browser, the code that the app shows now, and the recovery codes
 */
export async function enrolAuthenticator(api: TestApi, mobile: string) {
  const first = staffBrowser(api, '10.1.1.1')
  await first.prove(mobile)
  const { secret } = (await first.call(setUpAuthenticator)).body
  const code = () => appCode(secret, api.clock.now())
  const entered = await first.call(enterBySetUpAuthenticator, { body: { code: code() } })
  // An app's code is right once: the next one is shown after 30 seconds.
  api.clock.advance(30 * SECOND)
  return { first, code, codes: entered.body.recovery_codes }
}
