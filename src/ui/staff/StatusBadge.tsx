/** What a state means to whoever looks for what is to be done. */
export type Tone = 'good' | 'waiting' | 'bad' | 'news' | 'plain'

const tones: Record<Tone, string> = {
  good: 'bg-success/12 text-success',
  waiting: 'bg-warning/12 text-warning',
  bad: 'bg-error/12 text-error',
  news: 'bg-info/12 text-info',
  plain: 'bg-base-200 text-base-content',
}

/** A state in a word; its colour says no more than the word. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`badge badge-sm h-auto whitespace-nowrap border-0 font-medium ${tones[tone]}`}>{children}</span>
  )
}
