import { $choice, followAddress, myCourses } from './my-course-choice.store.ts'
import { chosenCourse, isActive } from './workouts.rules.ts'
import { workoutsPage } from './workouts.store.ts'

/**
 * Asks for the workouts that the page shows first while React is still on its way, and for their first picture: otherwise
 * each waits for the one before. The island shows what it finds here.
 */
export function openWorkouts(): void {
  followAddress()
  myCourses.open()
  const stopCourses = myCourses.$state.subscribe((state) => {
    if (state.is !== 'shown') return
    const chosen = $choice.get()
    const course = chosenCourse(state.shown, chosen.course)
    if (course && isActive(course)) openPage(course.id, chosen.page)
    queueMicrotask(() => stopCourses())
  })
}

/** Until another is chosen, which the island opens by itself. */
function openPage(courseId: number, page: number): void {
  const leave = workoutsPage.open({ courseId, page })
  const stopPage = workoutsPage.$state.subscribe((state) => {
    if (state.is !== 'shown') return
    // What changes later, the island shows.
    queueMicrotask(() => stopPage())
    const picture = state.shown.workouts.find(({ contenttype }) => contenttype === 'images')
    if (picture) Object.assign(new Image(), { fetchPriority: 'high', src: picture.content })
  })
  const stopChoice = $choice.listen((choice) => {
    if ((choice.course ?? courseId) === courseId && choice.page === page) return
    for (const end of [stopChoice, stopPage, leave]) end()
  })
}
