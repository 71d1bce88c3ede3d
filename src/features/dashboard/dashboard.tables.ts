import type { Generated } from 'kysely'

export interface MarketingSplashesTable {
  id: Generated<number>
  key: string
  web_image: string
  alt: string
  /** What a learner reads who said yes. */
  splash_success: string
  position: number
  retired: Generated<number>
}

/** What a learner wants to prepare for (document 1, section 3, 'Preference'). */
export interface UserPreferencesTable {
  user_id: number
  /** JSON list of keys of course groups. */
  options: string
  course: number
  exam: number
  changed_at: number
}

declare module '#db/database.ts' {
  interface Database {
    marketing_splashes: MarketingSplashesTable
    user_preferences: UserPreferencesTable
  }
}
