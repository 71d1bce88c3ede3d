import { handle } from '#core/calls/handle.ts'
import * as contract from './live-classes.contract.ts'
import { getCalendarFeed, makeCalendarFeed, revokeCalendarFeed } from './server/feeds.ts'
import { listUpcomingLiveClasses } from './server/list-upcoming.ts'
import { joinLiveClass } from './server/join-live-class.ts'
import { listLiveClasses } from './server/list-live-classes.ts'
import * as staff from './staff/classes.contract.ts'
import { cancelClass, restoreClass } from './staff/server/cancel-class.ts'
import { changeClass } from './staff/server/change-class.ts'
import { classChoices, listClasses } from './staff/server/list-classes.ts'
import { makeClasses } from './staff/server/make-classes.ts'

export const liveClassRoutes = [
  handle(contract.listLiveClasses, listLiveClasses),
  handle(contract.listUpcomingLiveClasses, listUpcomingLiveClasses),
  handle(contract.joinLiveClass, joinLiveClass),
  handle(contract.getCalendarFeed, getCalendarFeed),
  handle(contract.makeCalendarFeed, makeCalendarFeed),
  handle(contract.revokeCalendarFeed, revokeCalendarFeed),
  handle(staff.listClasses, listClasses),
  handle(staff.classChoices, classChoices),
  handle(staff.makeClasses, makeClasses),
  handle(staff.changeClass, changeClass),
  handle(staff.cancelClass, cancelClass),
  handle(staff.restoreClass, restoreClass),
]
