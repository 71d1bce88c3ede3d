import { callLater } from '#lib/browser/call/call-later.ts'
import { checkPurchaseStatus } from '../../catalogue.contract.ts'

/**
 * Takes a learner who owns the course to it (document 1, section 4, 'Course purchase status'). A page for everybody
 * works without the answer, so a failure is silent.
 */
async function leaveIfPurchased(course: string): Promise<void> {
  if (document.documentElement.dataset.signedIn === undefined) return
  const { course_status: status } = await callLater(checkPurchaseStatus, { query: { id: course } })
  if (status === 'Active' || status === 'Expired') location.replace(`/my-courses/${course}`)
}

const course = document.querySelector<HTMLElement>('[data-course]')?.dataset.course
if (course) leaveIfPurchased(course).catch(() => {})
