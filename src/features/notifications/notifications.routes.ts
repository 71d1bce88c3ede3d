import { handle } from '#core/calls/handle.ts'
import * as contract from './notifications.contract.ts'
import { countUnread, listNotifications } from './server/list.ts'
import { choosePush, getPushSettings, subscribeToPush, unsubscribeFromPush } from './server/push-settings.ts'
import { readAllNotifications, readNotification } from './server/read.ts'
import { getPushDeliveries as pushDeliveries } from './staff/deliveries.contract.ts'
import { listLearnerNotifications as learnerNotifications } from './staff/learner-notifications.contract.ts'
import { getPushDeliveries } from './staff/server/deliveries.ts'
import { listLearnerNotifications } from './staff/server/learner-notifications.ts'

export const notificationRoutes = [
  handle(contract.listNotifications, listNotifications),
  handle(contract.countUnread, countUnread),
  handle(contract.readNotification, readNotification),
  handle(contract.readAllNotifications, readAllNotifications),
  handle(contract.getPushSettings, getPushSettings),
  handle(contract.choosePush, choosePush),
  handle(contract.subscribeToPush, subscribeToPush),
  handle(contract.unsubscribeFromPush, unsubscribeFromPush),
  handle(learnerNotifications, listLearnerNotifications),
  handle(pushDeliveries, getPushDeliveries),
]
