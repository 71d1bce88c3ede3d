/**
 * `active`: a course is open, of one course: that; `expired`: there were courses, and none is open, of one course: that is not;
 * `blocked`: may not log in; `muted`: may not write in discussions; `incomplete`: without a completed profile; `never-bought`:
 * never had a course.
 */
export const listStatuses = ['active', 'expired', 'blocked', 'muted', 'incomplete', 'never-bought'] as const
export type ListStatus = (typeof listStatuses)[number]

/** `newest`: who joined last first; `seen`: who logged in last first, who never did last; `name`: by name, without one last. */
export const listSorts = ['newest', 'seen', 'name'] as const
export type ListSort = (typeof listSorts)[number]
