import { registerOrLogin, verifyCode } from '#features/auth/auth.contract.ts'
import type { TestApi } from './api.ts'

let phones = 0

/** A phone that nobody in this test file has yet. */
export const newPhone = () => String(8_000_000_000 + ++phones)

/** A code that is not the one sent. */
export const wrongCode = (code: string, by = 1) => String((Number(code) + by) % 10_000).padStart(4, '0')

/** The calls of a log-in, as a browser at an address makes them. */
export function logInCalls(api: () => TestApi) {
  return {
    /** Asks for a code, and tells which was sent last. */
    send: async (mobile: string, { address = '10.0.0.1', country = '91' } = {}) => {
      const answer = await api().call(
        registerOrLogin,
        { body: { mobile, device: 'web', country_code: country, include_watsup_otp: country === '91' ? 'N' : 'Y' } },
        { address },
      )
      return { ...answer, code: api().codes.at(-1)?.code ?? '' }
    },
    verify: (userId: number, otp: string, address = '10.0.0.1') =>
      api().call(verifyCode, { body: { user_id: userId, otp } }, { address }),
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
