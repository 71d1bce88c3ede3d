import { retryable } from '#lib/browser/call/retryable.ts'

const load = retryable(() => import('./owned-courses.ts'))

/** Leaves out what the learner has before popular courses come into sight. Visitors load none of it, and the page works without. */
export function readyTopCourses(): void {
  const courses = document.querySelector('[data-top-courses]')
  if (!courses || document.documentElement.dataset.signedIn === undefined) return
  const near = new IntersectionObserver(
    (seen) => {
      // A failed import is tried again when the courses come into sight once more.
      if (seen.some(({ isIntersecting }) => isIntersecting))
        load().then(
          () => near.disconnect(),
          () => {},
        )
    },
    { rootMargin: '600px' },
  )
  near.observe(courses)
}
