/** Everything wrong with a pack, a line each: `file:line message`. */
export class PackError extends Error {
  override name = 'PackError'
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Collects what is wrong, so that a whole pack is checked in one go. */
export class Problems {
  readonly #found = new Map<string, { file: string; line: number; text: string }>()

  /** `file` is relative to the pack, `line` counts from 1. */
  add(file: string, line: number, message: string): void {
    const text = `${file}:${line} ${message}`
    this.#found.set(text, { file, line, text })
  }

  get count(): number {
    return this.#found.size
  }

  /** In the order of files and lines. */
  list(): string[] {
    return [...this.#found.values()]
      .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
      .map(({ text }) => text)
  }
}
