/** What a command is typed into: the process's own, or a test's that keeps what is printed. */
export interface Terminal {
  /** As in `process.env`. */
  settings: Record<string, string | undefined>
  /** Prints a line. */
  out: (line: string) => void
  /** Prints a line about what is wrong. */
  err: (line: string) => void
}
