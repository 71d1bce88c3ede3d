/** Hint of every text that the audit log keeps about a learner: the download of the learner's own data has these texts. */
export const LEARNER_READS_REASON = 'The learner can read this in the download of their data.'

/** Hint of a reason about staff or content. */
const STAFF_READS_REASON = 'Stands in the audit log, which owners read.'

export type ReasonReader = 'learner' | 'staff'

export const reasonHint = (readBy: ReasonReader) => (readBy === 'learner' ? LEARNER_READS_REASON : STAFF_READS_REASON)

/** Field of a form for the reason of an act, which the audit log keeps. */
export const reasonField = (readBy: ReasonReader, placeholder?: string) => ({
  name: 'reason' as const,
  label: 'Reason',
  kind: 'text' as const,
  wide: true,
  hint: reasonHint(readBy),
  ...(placeholder && { placeholder }),
})
