import { faultPage } from './fault-page.ts'
import { loggedPath } from './request/request.ts'
import { requestScope } from '#core/calls/request-scope.ts'
import type { Services } from '#core/context.ts'

/** What is answered in place of a page, a file or a feed that failed; the log hears why. */
export function answerFault(
  { faults, log }: Pick<Services, 'faults' | 'log'>,
  request: Request,
  error: unknown,
): Response {
  const requestId = requestScope.getStore()?.requestId ?? ''
  const about = { req: requestId, method: request.method, path: loggedPath(new URL(request.url).pathname) }
  const answer = faults.note(error, about)
  if (!answer) log.error({ ...about, err: error }, 'page failed')
  return faultPage(answer, requestId)
}
