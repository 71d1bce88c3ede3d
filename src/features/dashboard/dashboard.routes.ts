import { handle } from '#core/calls/handle.ts'
import { ofContent } from '#core/calls/versioned.ts'
import * as contract from './dashboard.contract.ts'
import { getDashboardCounts } from './server/counts.ts'
import { getPermissions } from './server/permissions.ts'
import { createPreference } from './server/preference.ts'
import { getAppBanner, logMarketingSplash } from './server/splash.ts'
import { getStudyActivity } from './server/study-activity.ts'
import * as splash from './staff/server/splash-calls.ts'
import * as splashes from './staff/splashes.contract.ts'

export const dashboardRoutes = [
  handle(contract.getPermissions, getPermissions),
  handle(contract.getDashboardCounts, getDashboardCounts),
  handle(contract.getStudyActivity, getStudyActivity),
  handle(contract.getAppBanner, ofContent(getAppBanner)),
  handle(contract.logMarketingSplash, logMarketingSplash),
  handle(contract.createPreference, createPreference),
  handle(splashes.listSplashes, splash.listSplashes),
  handle(splashes.getSplash, splash.getSplash),
  handle(splashes.makeSplash, splash.makeSplash),
  handle(splashes.changeSplash, splash.changeSplash),
  handle(splashes.moveSplash, splash.moveSplash),
  handle(splashes.withdrawSplash, splash.withdrawSplash),
  handle(splashes.restoreSplash, splash.restoreSplash),
  handle(splashes.switchSplashes, splash.switchSplashes),
]
