/** Everything wrong with a pack, a line each: `file:line message`. */
export class PackError extends Error {
  override name = 'PackError'
  readonly problems: string[]
  /** What may be meant, a line each. */
  readonly warnings: string[]

  constructor(problems: string[], warnings: string[] = []) {
    super(problems.join('\n'))
    this.problems = problems
    this.warnings = warnings
  }
}

/** Collects what is wrong, so that a whole pack is checked in one go. */
export class Problems {
  readonly #found = new Map<string, Finding>()
  readonly #warnings = new Map<string, Finding>()

  /** `file` is relative to the pack, `line` counts from 1. */
  add(file: string, line: number, message: string): void {
    const text = `${file}:${line} ${message}`
    this.#found.set(text, { file, line, text })
  }

  /** Notes what may be meant and is not for us to refuse. */
  warn(file: string, line: number, message: string): void {
    const text = `${file}:${line} warning: ${message}`
    this.#warnings.set(text, { file, line, text })
  }

  get count(): number {
    return this.#found.size
  }

  /** In the order of files and lines. */
  list(): string[] {
    return inOrder(this.#found)
  }

  /** The same of the warnings. */
  warnings(): string[] {
    return inOrder(this.#warnings)
  }
}

interface Finding {
  file: string
  line: number
  text: string
}

function inOrder(found: Map<string, Finding>): string[] {
  return [...found.values()]
    .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ text }) => text)
}
