import { staffPaths } from '#lib/both/staff-paths.ts'

export type StaffRole = 'owner' | 'author' | 'mentor' | 'support' | 'accountant'

/** Everybody who works here. */
const ALL: readonly StaffRole[] = ['owner', 'author', 'mentor', 'support', 'accountant']

export interface StaffMenuEntry {
  label: string
  path: string
  icon: string
  /** Who has it in the menu. */
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
      { label: 'Home', path: staffPaths.home, icon: 'lucide:house', roles: ALL, key: 'h' },
      {
        label: 'Learners',
        path: staffPaths.learners,
        icon: 'lucide:users',
        roles: ['owner', 'support', 'mentor', 'accountant'],
        key: 'l',
      },
      { label: 'Tickets', path: staffPaths.tickets, icon: 'lucide:life-buoy', roles: ['owner', 'support'], key: 't' },
      {
        label: 'Discussions',
        path: staffPaths.discussions,
        icon: 'lucide:messages-square',
        roles: ['owner', 'mentor', 'support'],
        key: 'd',
      },
      {
        label: 'Reports',
        path: staffPaths.reports,
        icon: 'lucide:flag',
        roles: ['owner', 'mentor', 'support'],
        key: 'r',
      },
    ],
  },
  {
    label: 'This site',
    entries: [
      { label: 'Audit log', path: staffPaths.audit, icon: 'lucide:scroll-text', roles: ['owner'], key: 'a' },
      { label: 'Staff', path: staffPaths.team, icon: 'lucide:id-card', roles: ['owner'], key: 's' },
      { label: 'Who may do what', path: staffPaths.roles, icon: 'lucide:shield-check', roles: ALL, key: 'w' },
    ],
  },
  {
    label: 'You',
    entries: [{ label: 'My account', path: staffPaths.account, icon: 'lucide:circle-user', roles: ALL, key: 'm' }],
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
  return ALL.filter((role) => entries.some(({ roles }) => roles.includes(role)))
}
