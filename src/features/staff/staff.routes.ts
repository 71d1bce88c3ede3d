import { handle } from '#core/calls/handle.ts'
import * as account from './account/account.contract.ts'
import * as own from './account/server/own-account.ts'
import * as audit from './audit/audit.contract.ts'
import { checkAudit, exportAudit, listAudit, listLearnerAudit } from './audit/server/audit.ts'
import * as confirming from './confirm/confirm.contract.ts'
import * as confirm from './confirm/server/confirm.ts'
import { getDays, getWaiting } from './home/home.contract.ts'
import { getDays as readDays } from './home/server/days.ts'
import { getWaiting as readWaiting } from './home/server/waiting.ts'
import * as logIn from './log-in/log-in.contract.ts'
import { askStaffCode, askStaffLongCode } from './log-in/server/ask-code.ts'
import { confirmPhone, sendConfirmation } from './log-in/server/confirm-phone.ts'
import * as enter from './log-in/server/enter.ts'
import { verifyStaffCode } from './log-in/server/verify-code.ts'
import * as team from './team/team.contract.ts'
import { changeMemberPhone, sendMemberPhoneCode } from './team/server/member-phone.ts'
import * as members from './team/server/team.ts'

export const staffRoutes = [
  handle(logIn.askStaffCode, askStaffCode),
  handle(logIn.askStaffLongCode, askStaffLongCode),
  handle(logIn.verifyStaffCode, verifyStaffCode),
  handle(logIn.sendConfirmation, sendConfirmation),
  handle(logIn.confirmPhone, confirmPhone),
  handle(logIn.enterByAuthenticator, enter.enterByAuthenticator),
  handle(logIn.enterByRecoveryCode, enter.enterByRecoveryCode),
  handle(logIn.askPasskey, enter.askPasskey),
  handle(logIn.enterByPasskey, enter.enterByPasskey),
  handle(logIn.setUpAuthenticator, enter.setUpAuthenticator),
  handle(logIn.enterBySetUpAuthenticator, enter.enterBySetUpAuthenticator),
  handle(logIn.setUpPasskey, enter.setUpPasskey),
  handle(logIn.enterBySetUpPasskey, enter.enterBySetUpPasskey),
  handle(account.getMe, own.getMe),
  handle(account.logOutStaff, own.logOut),
  handle(account.listStaffSessions, own.listSessions),
  handle(account.endStaffSession, own.endSession),
  handle(account.listFactors, own.listFactors),
  handle(account.offerAuthenticator, own.offerAuthenticator),
  handle(account.addAuthenticator, own.addAuthenticator),
  handle(account.offerPasskey, own.offerPasskey),
  handle(account.addPasskey, own.addPasskey),
  handle(account.renameFactor, own.renameFactor),
  handle(account.removeFactor, own.removeFactor),
  handle(account.renewRecoveryCodes, own.renewRecoveryCodes),
  handle(account.confirmRecoveryCodes, own.confirmRecoveryCodes),
  handle(confirming.confirmByAuthenticator, confirm.confirmByAuthenticator),
  handle(confirming.confirmByRecoveryCode, confirm.confirmByRecoveryCode),
  handle(confirming.askToConfirmByPasskey, confirm.askToConfirmByPasskey),
  handle(confirming.confirmByPasskey, confirm.confirmByPasskey),
  handle(getWaiting, readWaiting),
  handle(getDays, readDays),
  handle(team.listTeam, members.listTeam),
  handle(team.addMember, members.addMember),
  handle(team.changeMember, members.changeMember),
  handle(team.sendMemberPhoneCode, sendMemberPhoneCode),
  handle(team.changeMemberPhone, changeMemberPhone),
  handle(team.endMember, members.endMember),
  handle(team.returnMember, members.returnMember),
  handle(team.resetMember, members.resetMember),
  handle(team.unlockMember, members.unlockMember),
  handle(audit.listAudit, listAudit),
  handle(audit.exportAudit, exportAudit),
  handle(audit.checkAudit, checkAudit),
  handle(audit.listLearnerAudit, listLearnerAudit),
]
