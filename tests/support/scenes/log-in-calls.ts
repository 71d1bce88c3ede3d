import { registerOrLogin, verifyCode } from '#features/auth/auth.contract.ts'
import type { TestApi } from '../api/api.ts'

let phones = 0

/** A phone that nobody in this test file has yet. */
export const newPhone = () => String(8_000_000_000 + ++phones)

/** A code that is not the one sent, as long as it. */
export const wrongCode = (code: string, by = 1) =>
  String((Number(code) + by) % 10 ** code.length).padStart(code.length, '0')

/** What a browser sends back of the cookies that an answer brought. */
export const cookieOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** The calls of a log-in, as a browser at an address makes them; `cookie` is what it kept of a log-in before. */
export function logInCalls(api: () => TestApi) {
  const from = (address: string, cookie?: string) => ({ address, ...(cookie && { headers: { cookie } }) })
  const send = async (
    mobile: string,
    { address = '10.0.0.1', country = '91', cookie }: { address?: string; country?: string; cookie?: string } = {},
  ) => {
    const answer = await api().call(
      registerOrLogin,
      { body: { mobile, device: 'web', country_code: country, include_watsup_otp: country === '91' ? 'N' : 'Y' } },
      from(address, cookie),
    )
    return { ...answer, code: api().codes.at(-1)?.code ?? '' }
  }
  const verify = (userId: number, otp: string, address = '10.0.0.1', cookie?: string) =>
    api().call(verifyCode, { body: { user_id: userId, otp } }, from(address, cookie))
  return {
    /** Asks for a code, and tells which was sent last. */
    send,
    verify,
    /** Asks for a code and types it in. @returns the answer to it, and what the browser keeps of it */
    logIn: async (mobile: string, { address = '10.0.0.1', cookie }: { address?: string; cookie?: string } = {}) => {
      const { status, body, code } = await send(mobile, { address, ...(cookie && { cookie }) })
      if (status !== 200) return { status, userId: 0, cookie: '', token: '' }
      const answer = await verify(body.user_id, code, address, cookie)
      return {
        status: answer.status,
        userId: body.user_id,
        cookie: cookieOf(answer),
        token: answer.status === 200 ? answer.body.user.token : '',
      }
    },
    /** 0 for a phone without an account. */
    idOf: async (phone: string) => {
      const users = api().services.db.selectFrom('users')
      return (await users.select('id').where('phone', '=', phone).executeTakeFirst())?.id ?? 0
    },
  }
}

/** Replies that must tell nobody why must be the same but for their request. */
export function withoutRequest<T extends { status: number; body: { request_id?: string } }>({ status, body }: T) {
  return { http: status, ...body, request_id: undefined }
}
