import { FROM_PARAMETER, safePath } from '#features/auth/auth.rules.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'

const query = () => new URLSearchParams(location.search)

/** Where the log-in leads: to the page of the console that it was asked for, or to the first. */
export function afterLogIn(): string {
  const page = safePath(query().get(FROM_PARAMETER))
  return page?.startsWith(`${staffPaths.home}/`) && !page.startsWith(staffPaths.login) ? page : staffPaths.home
}

/** Whether the page before left because its session had ended. */
export const endedBefore = (): boolean => query().has('ended')
