/** Every link of the staff console. Apart from `paths`, for learners' pages have no use for them. */
export const staffPaths = {
  home: '/staff',
  login: '/staff/login',
  /** The log-in, which then leads to the page with this path. */
  loginFor: (page: string) => `/staff/login?from=${encodeURIComponent(page)}`,
  learners: '/staff/learners',
  learner: (id: number) => `/staff/learners/${id}`,
  bulkGrants: '/staff/learners/bulk',
  tickets: '/staff/tickets',
  ticket: (id: number) => `/staff/tickets/${id}`,
  savedReplies: '/staff/saved-replies',
  discussions: '/staff/discussions',
  discussion: (id: number) => `/staff/discussions/${id}`,
  reports: '/staff/reports',
  exams: '/staff/exams',
  exam: (id: number) => `/staff/exams/${id}`,
  money: '/staff/money',
  /** Payments and refunds that do not match. */
  moneyToSee: '/staff/money?tab=look',
  receipt: (payment: number) => `/staff/receipts/${payment}`,
  audit: '/staff/audit',
  team: '/staff/team',
  roles: '/staff/roles',
  account: '/staff/account',
} as const
