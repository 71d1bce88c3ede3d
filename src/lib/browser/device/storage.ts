/** Uses storage, which browsers may refuse; the page goes on without it. @returns what was found; undefined where it is refused */
export function keep<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
