import { handle, type Route } from '#core/calls/handle.ts'
import * as contract from './auth.contract.ts'
import { askLongCode } from './server/ways/ask-long-code.ts'
import { logOut } from './server/log-out.ts'
import { registerNewUser } from './server/register-new-user.ts'
import { registerOrLogin } from './server/register-or-login.ts'
import { resendCode } from './server/codes/resend-code.ts'
import { verifyCode } from './server/codes/verify-code.ts'

export const authRoutes: Route[] = [
  handle(contract.registerOrLogin, registerOrLogin),
  handle(contract.askLongCode, askLongCode),
  handle(contract.resendCode, resendCode),
  handle(contract.verifyCode, verifyCode),
  handle(contract.verifyNewUser, verifyCode),
  handle(contract.registerNewUser, registerNewUser),
  handle(contract.logOut, logOut),
]
