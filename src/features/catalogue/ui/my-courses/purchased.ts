import { call } from '#lib/browser/call/call.ts'
import { checkPurchaseStatus } from '../../catalogue.contract.ts'

/**
 * Takes a learner who owns the course to it (document 1, section 4, 'Course purchase status'). A page for everybody
 * works without the answer, so a failure is silent. It is loaded for who is logged in alone.
 */
async function leaveIfPurchased(course: string): Promise<void> {
  const { course_status: status } = await call(checkPurchaseStatus, { query: { id: course } })
  if (status === 'Active' || status === 'Expired') location.replace(`/my-courses/${course}`)
}

const course = document.querySelector<HTMLElement>('[data-course]')?.dataset.course
if (course) leaveIfPurchased(course).catch(() => {})
