/**
 * Lets what waits grow before it is done together, where doing it takes as long for many as for one: what this turn of the
 * event loop brings joins in, and as long as each turn brings more, what the next one does.
 * @param most as many as are done together at most
 */
export function onceGathered(waiting: readonly unknown[], most: number, go: () => void): void {
  const known = waiting.length
  setImmediate(() => {
    if (waiting.length > known && waiting.length < most) onceGathered(waiting, most, go)
    else go()
  })
}
