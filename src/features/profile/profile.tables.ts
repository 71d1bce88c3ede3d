import type { Generated } from 'kysely'

export interface FileRemovalsTable {
  id: Generated<number>
  /** The address of a public file, or the name of a private one. */
  file: string
  private: number
  tries: Generated<number>
}

declare module '#db/database.ts' {
  interface Database {
    file_removals: FileRemovalsTable
  }
}
