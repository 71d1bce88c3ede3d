import { handle } from '#core/calls/handle.ts'
import * as contract from './notifications.contract.ts'
import * as push from './push.contract.ts'
import { countUnread, listNotifications } from './server/list.ts'
import { choosePush, getPushSettings, renewPush, subscribeToPush, unsubscribeFromPush } from './server/push-settings.ts'
import { readAllNotifications, readNotification } from './server/read.ts'
import { getPushDeliveries as pushDeliveries } from './staff/deliveries/deliveries.contract.ts'
import { getPushDeliveries } from './staff/deliveries/server/deliveries.ts'
import * as lists from './staff/announcements.contract.ts'
import * as compose from './staff/compose.contract.ts'
import { sendTestNotification } from './staff/server/send/send-test.ts'
import { listLearnerNotifications as learnerNotifications } from './staff/learner-notifications.contract.ts'
import * as calls from './staff/server/calls.ts'
import { listLearnerNotifications } from './staff/server/learner-notifications.ts'

export const notificationRoutes = [
  handle(contract.listNotifications, listNotifications),
  handle(contract.countUnread, countUnread),
  handle(contract.readNotification, readNotification),
  handle(contract.readAllNotifications, readAllNotifications),
  handle(push.getPushSettings, getPushSettings),
  handle(push.choosePush, choosePush),
  handle(push.subscribeToPush, subscribeToPush),
  handle(push.renewPush, renewPush),
  handle(push.unsubscribeFromPush, unsubscribeFromPush),
  handle(learnerNotifications, listLearnerNotifications),
  handle(pushDeliveries, getPushDeliveries),
  handle(lists.listAnnouncements, calls.listAnnouncements),
  handle(compose.notificationChoices, calls.notificationChoices),
  handle(lists.showAnnouncement, calls.showAnnouncement),
  handle(compose.previewNotification, calls.previewNotification),
  handle(compose.countReach, calls.countReach),
  handle(compose.sendTestNotification, sendTestNotification),
  handle(compose.addAnnouncement, calls.addAnnouncement),
  handle(compose.changeAnnouncement, calls.changeAnnouncement),
  handle(compose.cancelAnnouncement, calls.cancelAnnouncement),
  handle(compose.restoreAnnouncement, calls.restoreAnnouncement),
  handle(compose.sendAnnouncement, calls.sendAnnouncement),
  handle(compose.withdrawAnnouncement, calls.withdrawAnnouncement),
]
