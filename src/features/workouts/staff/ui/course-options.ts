/** Courses to choose one of; those that have left the catalogue say so. */
export const courseOptions = (courses: readonly { id: number; title: string; retired: boolean }[]) =>
  courses.map(({ id, title, retired }) => ({ value: id, label: retired ? `${title} (left the catalogue)` : title }))
