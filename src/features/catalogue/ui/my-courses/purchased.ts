import { fieldsIn, textOf } from '#lib/both/told.ts'

/**
 * Takes a learner who owns the course to it (document 1, section 4, 'Course purchase status'). A page for everybody
 * works without the answer, so a failure is silent; and it loads no client for one call.
 */
async function leaveIfPurchased(course: string): Promise<void> {
  const { api, signedIn } = document.documentElement.dataset
  if (signedIn === undefined) return
  const { token } = fieldsIn(localStorage.getItem('user'))
  const headers = { authorization: `Bearer ${textOf(token) ?? ''}` }
  const response = await fetch(`${api}/user/courses/wac/checkCoursePurchseStatus?id=${course}`, { headers })
  const { course_status: status } = fieldsIn(await response.text())
  if (status === 'Active' || status === 'Expired') location.replace(`/my-courses/${course}`)
}

const course = document.querySelector<HTMLElement>('[data-course]')?.dataset.course
if (course) leaveIfPurchased(course).catch(() => {})
