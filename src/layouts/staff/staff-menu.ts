import { listReports } from '#features/discussions/staff/reports.contract.ts'
import { listThreads } from '#features/discussions/staff/threads.contract.ts'
import { listSplashes } from '#features/dashboard/staff/splashes.contract.ts'
import { listExams } from '#features/exams/staff/exams.contract.ts'
import { listNews } from '#features/news/staff/news-entries.contract.ts'
import { getCodeCounts } from '#features/auth/staff/codes/codes.contract.ts'
import { findLearners } from '#features/auth/staff/learners.contract.ts'
import { listAnnouncements } from '#features/notifications/staff/announcements.contract.ts'
import { listClasses } from '#features/live-classes/staff/classes.contract.ts'
import { listPayments } from '#features/purchases/staff/money/money.contract.ts'
import { listPrices } from '#features/purchases/staff/prices/prices.contract.ts'
import { getMe } from '#features/staff/account/account.contract.ts'
import { listAudit } from '#features/staff/audit/audit.contract.ts'
import { getWaiting } from '#features/staff/home/home.contract.ts'
import { listTeam } from '#features/staff/team/team.contract.ts'
import { listQueue } from '#features/support/staff/tickets.contract.ts'
import { listAllWorkouts } from '#features/workouts/staff/workouts.contract.ts'
import { everyRole, type StaffRole } from '#lib/both/staff-roles.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'

export interface StaffMenuEntry {
  label: string
  path: string
  icon: string
  /** Who has it in the menu: whoever may make the call that its page begins with. */
  roles: readonly StaffRole[]
  /** Pressed after `g`, this key opens it. */
  key: string
}

export interface StaffMenuGroup {
  /** None above the first. */
  label?: string
  entries: StaffMenuEntry[]
}

/** The console's menu, in its order. */
export const staffMenu: StaffMenuGroup[] = [
  {
    entries: [
      { label: 'Home', path: staffPaths.home, icon: 'lucide:house', roles: getWaiting.roles, key: 'h' },
      { label: 'Learners', path: staffPaths.learners, icon: 'lucide:users', roles: findLearners.roles, key: 'l' },
      { label: 'Tickets', path: staffPaths.tickets, icon: 'lucide:life-buoy', roles: listQueue.roles, key: 't' },
      {
        label: 'Discussions',
        path: staffPaths.discussions,
        icon: 'lucide:messages-square',
        roles: listThreads.roles,
        key: 'd',
      },
      { label: 'Reports', path: staffPaths.reports, icon: 'lucide:flag', roles: listReports.roles, key: 'r' },
      {
        label: 'Notifications',
        path: staffPaths.notifications,
        icon: 'lucide:bell-ring',
        roles: listAnnouncements.roles,
        key: 'n',
      },
      { label: 'Money', path: staffPaths.money, icon: 'lucide:indian-rupee', roles: listPayments.roles, key: 'y' },
      { label: 'Prices', path: staffPaths.prices, icon: 'lucide:tag', roles: listPrices.roles, key: 'p' },
    ],
  },
  {
    label: 'Content',
    entries: [
      { label: 'Exams', path: staffPaths.exams, icon: 'lucide:clipboard-list', roles: listExams.roles, key: 'e' },
      { label: 'News', path: staffPaths.news, icon: 'lucide:newspaper', roles: listNews.roles, key: 'b' },
      { label: 'Splashes', path: staffPaths.splashes, icon: 'lucide:megaphone', roles: listSplashes.roles, key: 'f' },
      { label: 'Live classes', path: staffPaths.liveClasses, icon: 'lucide:video', roles: listClasses.roles, key: 'c' },
      {
        label: 'Daily workouts',
        path: staffPaths.workouts,
        icon: 'lucide:dumbbell',
        roles: listAllWorkouts.roles,
        key: 'o',
      },
    ],
  },
  {
    label: 'This site',
    entries: [
      { label: 'Deliveries', path: staffPaths.deliveries, icon: 'lucide:send', roles: getCodeCounts.roles, key: 'v' },
      { label: 'Audit log', path: staffPaths.audit, icon: 'lucide:scroll-text', roles: listAudit.roles, key: 'a' },
      { label: 'Staff', path: staffPaths.team, icon: 'lucide:id-card', roles: listTeam.roles, key: 's' },
      { label: 'Who may do what', path: staffPaths.roles, icon: 'lucide:shield-check', roles: getMe.roles, key: 'w' },
    ],
  },
  {
    label: 'You',
    entries: [
      { label: 'My account', path: staffPaths.account, icon: 'lucide:circle-user', roles: getMe.roles, key: 'm' },
    ],
  },
]

/** The entry that a page belongs to, by its path: `/staff/learners/7` belongs to `/staff/learners`. */
export function activeStaffEntry(path: string): string | undefined {
  const parts = path.split('/')
  const first = parts.slice(0, 3).join('/')
  return staffMenu.flatMap(({ entries }) => entries).find((entry) => entry.path === first)?.path
}

/** Who has any of these in the menu. */
export function rolesOf(entries: readonly StaffMenuEntry[]): StaffRole[] {
  return everyRole.filter((role) => entries.some(({ roles }) => roles.includes(role)))
}
