/** Milliseconds by question. */
export type Spent = Readonly<Record<number, number>>

/** How long each question has been on the screen, and which is now. */
export interface Watch {
  readonly spent: Spent
  /** The question that is on the screen, and when it was last counted; none while nobody can see the page. */
  readonly running?: { readonly qid: number; readonly since: number }
}

/** Whoever watches counts every few seconds. After a longer gap the device slept, and nobody read the question. */
export const LONGEST_GAP = 60_000

/** Counts up to `now` and goes on with another question, or the same, or none. Gives a new watch. */
export function turnTo({ spent, running }: Watch, qid: number | undefined, now: number): Watch {
  const counted = running ? { ...spent, [running.qid]: (spent[running.qid] ?? 0) + gap(running.since, now) } : spent
  return { spent: counted, ...(qid !== undefined && { running: { qid, since: now } }) }
}

const gap = (since: number, now: number) => Math.min(LONGEST_GAP, Math.max(0, now - since))

/** Questions that a submit tells of at most. */
export const MOST_TIMES = 1000

/** The account that a submit sends: whole milliseconds of the questions that have been on the screen. */
export function accountOf(spent: Spent): { qid: number; ms: number }[] {
  const account = Object.entries(spent).map(([qid, ms]) => ({ qid: Number(qid), ms: Math.round(ms) }))
  return account.filter(({ ms }) => ms > 0).slice(0, MOST_TIMES)
}
