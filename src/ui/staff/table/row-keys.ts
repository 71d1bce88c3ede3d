/** What the keys and the mouse do to the rows of a table. */

/**
 * The row that a key leads to; undefined of a key that leads to none.
 * @param current -1 where no row has the focus: the first or the last one gets it
 */
export function rowAfter(key: string, current: number, count: number): number | undefined {
  if (count === 0) return undefined
  const last = count - 1
  if (key === 'j' || key === 'ArrowDown') return Math.min(current + 1, last)
  if (key === 'k' || key === 'ArrowUp') return current < 0 ? last : Math.max(current - 1, 0)
  return undefined
}

/** What a click meets that has a use for it of its own. */
const OWN_USE = 'a, button, input, select, textarea, label, summary'

/** How a click on a row opens it; not at all where it meets something of its own use, or ends a selection of text. */
export function opens(
  click: { button: number; ctrlKey: boolean; metaKey: boolean; defaultPrevented: boolean },
  target: { closest: (selector: string) => unknown },
  selected: string,
): 'here' | 'beside' | undefined {
  if (click.defaultPrevented || click.button > 1 || selected !== '' || target.closest(OWN_USE)) return undefined
  return click.button === 1 || click.ctrlKey || click.metaKey ? 'beside' : 'here'
}
