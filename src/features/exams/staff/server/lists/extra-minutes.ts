import { sql } from 'kysely'

/** Minutes that staff have given an attempt. For statements that read `attempts`. */
export const extraMinutes = sql<number>`coalesce((select sum(attempt_extensions.minutes) from attempt_extensions
  where attempt_extensions.attempt_id = attempts.id), 0)`
