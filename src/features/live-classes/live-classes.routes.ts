import { handle } from '#core/calls/handle.ts'
import * as contract from './live-classes.contract.ts'
import { getCalendarFeed, makeCalendarFeed, revokeCalendarFeed } from './server/feeds.ts'
import { listUpcomingLiveClasses } from './server/list-upcoming.ts'
import { joinLiveClass } from './server/join-live-class.ts'
import { listLiveClasses } from './server/list-live-classes.ts'

export const liveClassRoutes = [
  handle(contract.listLiveClasses, listLiveClasses),
  handle(contract.listUpcomingLiveClasses, listUpcomingLiveClasses),
  handle(contract.joinLiveClass, joinLiveClass),
  handle(contract.getCalendarFeed, getCalendarFeed),
  handle(contract.makeCalendarFeed, makeCalendarFeed),
  handle(contract.revokeCalendarFeed, revokeCalendarFeed),
]
