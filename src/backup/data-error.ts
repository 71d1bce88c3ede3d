/** What keeps a command from doing its work, as one line for the person who typed it. */
export class DataError extends Error {
  override name = 'DataError'
}

/** The code of a failed call of the operating system: `ENOENT`. */
export function codeOf(error: unknown): string {
  return String((error as { code?: string }).code ?? (error as Error).message)
}
