import type { Generated } from 'kysely'
import type { WorkoutType } from './workouts.contract.ts'

export interface DailyWorkoutsTable {
  id: Generated<number>
  course_id: number
  key: string
  contenttype: WorkoutType
  title: string
  /** HTML of richtext, text of plain, the name of a private file otherwise. */
  content: string
  /** What the author called the file; empty for texts. */
  filename: string
  published_at: number
  /** The pack's words when they are relative. */
  published_rule: string | null
  retired: Generated<number>
}

declare module '#db/database.ts' {
  interface Database {
    daily_workouts: DailyWorkoutsTable
  }
}
