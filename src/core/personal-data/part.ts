import type { Database, Db } from '#db/database.ts'

/** A file that its owner no longer has: the address of a public one, the name of a private one; null: there was none. */
export interface FreedFile {
  file: string | null
  isPrivate: boolean
}

/** How a value is stored, where that is not the plain text or number that is told. */
export type ColumnKind =
  | 'text'
  | 'moment'
  | 'paise'
  | 'html' /** HTML that was made of what somebody typed (lib/server/text/learner-text.ts) */
  | 'typed'
  | 'json'
  | 'yes' /** a stored picture, told with its content */
  | 'picture'
  | 'private picture'

/** Words for the codes that a column stores. */
export type CodeWords = Record<string | number, string>

/** Label of a column in the download, and how its values are stored. A code is downloaded as its words. */
export type Column = string | [label: string, kind: ColumnKind | CodeWords]

type Row = Record<string, unknown>

/** A query whose rows are read page by page. */
interface Pageable {
  limit: (rows: number) => { offset: (rows: number) => { execute: () => Promise<Row[]> } }
}

export interface PersonalList {
  /** Its name in the JSON file. */
  key: string
  title: string
  /** In their order; the rows have these and no others. */
  columns: Record<string, Column>
  /** The person's rows and nobody else's, in an order that does not change. */
  rows: (db: Db, userId: number) => Pageable
}

export interface Person {
  id: number
  countryCode: string
  phone: string
}

/**
 * What a feature holds of a person: what the download has of it, and what deletion does with it. It stands with those who own
 * the rows; src/http/personal-parts.ts lists all.
 */
export interface PersonalPart {
  /** Every table of the feature with something of a person in it. */
  tables: readonly (keyof Database)[]
  lists: PersonalList[]
  /** Told to the person before they delete their account. */
  goes?: string[]
  stays?: string[]
  /** Stored files that end with the account. Asked before `erase`. */
  files?: (db: Db, person: Person) => Promise<FreedFile[]>
  /** Removes what is personal, in the transaction that ends the account, and again later on. */
  erase: (tx: Db, person: Person, now: number) => Promise<void>
  /** Removes what had to be kept for some time after an account ended, once that has passed. */
  expire?: (db: Db, now: number) => Promise<void>
}

/** Deletes the person's rows of tables that have a `user_id`. */
export async function deleteRows(tx: Db, person: Person, tables: readonly OwnedTable[]): Promise<void> {
  for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', person.id).execute()
}

type OwnedTable = {
  [Table in keyof Database]: Database[Table] extends { user_id: number } ? Table : never
}[keyof Database]
