/** Rows that an import has inserted and not released. Those of an import that was cut off wait for the next one. */
interface ImportRowsTable {
  table_name: string
  row_id: number
  /** The import that releases the row; changes when another import takes the row up. */
  import_id: string
}

declare module '#db/database.ts' {
  interface Database {
    import_rows: ImportRowsTable
  }
}

export {}
