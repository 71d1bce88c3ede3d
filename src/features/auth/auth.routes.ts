import { handle, type Route } from '#core/calls/handle.ts'
import * as contract from './auth.contract.ts'
import * as account from './staff/account/account.contract.ts'
import * as accountCalls from './staff/account/server/account-calls.ts'
import { askNewPhoneCode, moveLearnerPhone } from './staff/account/server/phone-calls.ts'
import { getCodeCounts as codeCounts } from './staff/codes/codes.contract.ts'
import { getCodeCounts } from './staff/codes/server/code-counts.ts'
import * as learners from './staff/learners.contract.ts'
import * as notes from './staff/notes/notes.contract.ts'
import { addNote, deleteNote, listNotes } from './staff/notes/server/notes.ts'
import { exportLearners, findLearners, listLearners } from './staff/server/learner-calls.ts'
import { getLearner } from './staff/server/learner-page.ts'
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
  handle(learners.findLearners, findLearners),
  // Before the page of one, whose address is like theirs.
  handle(learners.listLearners, listLearners),
  handle(learners.exportLearners, exportLearners),
  handle(learners.getLearner, getLearner),
  handle(account.logOutLearner, accountCalls.logOutLearner),
  handle(account.unlockLearner, accountCalls.unlockLearner),
  handle(account.blockLearner, accountCalls.blockLearner),
  handle(account.unblockLearner, accountCalls.unblockLearner),
  handle(account.askNewPhoneCode, askNewPhoneCode),
  handle(account.moveLearnerPhone, moveLearnerPhone),
  handle(codeCounts, getCodeCounts),
  handle(notes.listNotes, listNotes),
  handle(notes.addNote, addNote),
  handle(notes.deleteNote, deleteNote),
]
