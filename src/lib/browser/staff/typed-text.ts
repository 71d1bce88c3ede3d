import { DAY } from '../../both/time/clock.ts'
import { valueIn } from '../../both/told.ts'
import { keep } from '../device/storage.ts'

/**
 * Text typed in console forms and not sent, in local storage under the number of the member who typed it. Nobody else is
 * shown it; a log-out deletes it, the end of a session does not.
 */

const PREFIX = 'padavu-staff-draft:'

const MAX_AGE = 7 * DAY

/** Drafts of one member. */
const MAX_DRAFTS = 20

/** Characters of one draft, and of all drafts of a browser. */
export const MAX_DRAFT_LENGTH = 150_000
const MAX_LENGTH = 1_500_000

/** Stands in the place of a draft just before it is deleted in all tabs. */
const DELETED = ''

/** A draft as it is stored: when it was typed, in milliseconds since 1970, and what. */
const stored = /^(\d{1,15}) (.*)$/s

/** Text that was typed and not sent. */
export interface TypedText {
  at: number
  /** As `keepTyped` was given it; not validated. */
  value: unknown
}

const keyOf = (staffId: number, name: string) => `${PREFIX}${staffId}:${name}`

/** @param name of the form or field within the console @returns undefined where there is none, or it is too old */
export function readTyped(staffId: number, name: string, now = Date.now()): TypedText | undefined {
  const [, at = '0', json = ''] = stored.exec(keep(() => localStorage.getItem(keyOf(staffId, name))) ?? '') ?? []
  if (Number(at) <= now - MAX_AGE) return undefined
  return { at: Number(at), value: valueIn(json) }
}

/**
 * Opens a draft for a form that is on the screen.
 * @returns `watch`: keeps the text again when another tab, which showed the same form, sent or discarded its own; returns a
 * function that stops it. Text that this page only restored is not kept again.
 */
export function openTyped(staffId: number, name: string) {
  let kept: { value: unknown } | undefined
  const keepAgain = ({ key, oldValue, newValue }: StorageEvent) => {
    const isDropped = key === keyOf(staffId, name) && newValue === null && oldValue !== DELETED
    if (kept && isDropped) keepTyped(staffId, name, kept.value)
  }
  return {
    typed: readTyped(staffId, name),
    /** @returns as `keepTyped` */
    keep: (value: unknown) => {
      kept = { value }
      return keepTyped(staffId, name, value)
    },
    drop: () => {
      kept = undefined
      dropTyped(staffId, name)
    },
    watch: () => {
      addEventListener('storage', keepAgain)
      return () => removeEventListener('storage', keepAgain)
    },
  }
}

/** @returns false when it is too long to be kept, or the browser refuses; an earlier draft of the name is deleted then */
export function keepTyped(staffId: number, name: string, value: unknown, now = Date.now()): boolean {
  const key = keyOf(staffId, name)
  const text = `${now} ${JSON.stringify(value)}`
  const isNew = keep(() => localStorage.getItem(key)) === null
  if (text.length <= MAX_DRAFT_LENGTH) {
    keep(() => localStorage.setItem(key, text))
    if (isNew) removeOldTyped(now)
    if (keep(() => localStorage.getItem(key)) === text) return true
  }
  dropTyped(staffId, name)
  return false
}

/** Deletes a draft. Another tab that shows the same form keeps its own text (`openTyped`). */
export function dropTyped(staffId: number, name: string): void {
  keep(() => localStorage.removeItem(keyOf(staffId, name)))
}

/** Deletes all drafts of a member, for other tabs too. */
export function dropAllTyped(staffId: number): void {
  for (const { key } of listDrafts()) if (key.startsWith(keyOf(staffId, ''))) deleteInAllTabs(key)
}

/** Deletes what is too old, and the oldest of what is too much, of every member. */
export function removeOldTyped(now = Date.now()): void {
  const counts = new Map<string, number>()
  let length = 0
  for (const draft of listDrafts().sort((one, other) => other.at - one.at)) {
    const owner = draft.key.slice(PREFIX.length).split(':')[0]!
    const count = (counts.get(owner) ?? 0) + 1
    counts.set(owner, count)
    length += draft.length
    if (draft.at <= now - MAX_AGE || count > MAX_DRAFTS || length > MAX_LENGTH) deleteInAllTabs(draft.key)
  }
}

/** Other tabs see both changes in this order, and do not keep a text again that was deleted so. */
function deleteInAllTabs(key: string): void {
  keep(() => localStorage.setItem(key, DELETED))
  keep(() => localStorage.removeItem(key))
}

function listDrafts(): { key: string; at: number; length: number }[] {
  const keys = keep(() => Object.keys(localStorage)) ?? []
  return keys
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => {
      const text = keep(() => localStorage.getItem(key)) ?? ''
      return { key, at: Number(/^\d{1,15}(?= )/.exec(text)?.[0] ?? 0), length: text.length }
    })
}
