/** What a key does on the exam screen. */
export type Command = { do: 'choose'; position: number } | { do: 'previous' | 'forward' | 'mark' | 'clear' | 'help' }

export interface Pressed {
  key: string
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
  target?: EventTarget | null
}

const named: Record<string, Command> = {
  ArrowLeft: { do: 'previous' },
  ArrowRight: { do: 'forward' },
  Delete: { do: 'clear' },
  Backspace: { do: 'clear' },
  '?': { do: 'help' },
}

const letters: Record<string, Command> = {
  p: { do: 'previous' },
  n: { do: 'forward' },
  m: { do: 'mark' },
  x: { do: 'clear' },
}

/**
 * The command of a key; of letters and digits only when they are switched on (WCAG 2.1.4). An option's letter chooses it,
 * C as well, so clearing is X or Delete.
 * @param options how many options the question has
 */
export function commandOf(
  { key, ctrlKey, altKey, metaKey, target }: Pressed,
  options: number,
  letterKeys: boolean,
): Command | undefined {
  if (ctrlKey || altKey || metaKey || (key.startsWith('Arrow') && isInText(target))) return undefined
  if (named[key]) return named[key]
  if (!letterKeys || key.length !== 1) return undefined
  const position = /[1-9]/.test(key) ? Number(key) - 1 : key.toLowerCase().charCodeAt(0) - 97
  if (position >= 0 && position < options) return { do: 'choose', position }
  return letters[key.toLowerCase()]
}

/** True within a question's text, whose wide blocks arrow keys scroll. */
function isInText(target: EventTarget | null | undefined): boolean {
  return Boolean((target as Element | null | undefined)?.closest?.('.authored'))
}
