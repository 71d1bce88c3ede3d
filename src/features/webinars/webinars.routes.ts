import { handle } from '#core/calls/handle.ts'
import * as contract from './webinars.contract.ts'
import { getWebinarRegistration, leaveWebinar, registerForWebinar } from './server/registration.ts'

export const webinarRoutes = [
  handle(contract.getWebinarRegistration, getWebinarRegistration),
  handle(contract.registerForWebinar, registerForWebinar),
  handle(contract.leaveWebinar, leaveWebinar),
]
