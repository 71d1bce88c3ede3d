import { handle, type Route } from '#core/calls/handle.ts'
import * as contract from './profile.contract.ts'
import { deleteAccount, explainDeletion, sendDeletionCode } from './server/delete-account.ts'
import { makeExport } from './server/export.ts'
import { editProfile, getProfile } from './server/own-profile.ts'
import { changeAvatar, changeCover, removePicture } from './server/pictures.ts'
import { endOtherSessions, endSession, listSessions } from './server/sessions.ts'

export const profileRoutes: Route[] = [
  handle(contract.getProfile, getProfile),
  handle(contract.editProfile, editProfile),
  handle(contract.changeAvatar, changeAvatar),
  handle(contract.changeCover, changeCover),
  handle(contract.removePicture, removePicture),
  handle(contract.listSessions, listSessions),
  handle(contract.endSession, endSession),
  handle(contract.endOtherSessions, endOtherSessions),
  handle(contract.makeExport, makeExport),
  handle(contract.explainDeletion, explainDeletion),
  handle(contract.sendDeletionCode, sendDeletionCode),
  handle(contract.deleteAccount, deleteAccount),
]
