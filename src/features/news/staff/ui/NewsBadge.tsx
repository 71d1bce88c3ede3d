import { StatusBadge, type Tone } from '#ui/staff/StatusBadge.tsx'
import type { NewsState } from '../news-entry.rules.ts'

const states: Record<NewsState, { tone: Tone; word: string }> = {
  published: { tone: 'good', word: 'Published' },
  scheduled: { tone: 'news', word: 'Scheduled' },
  withdrawn: { tone: 'plain', word: 'Withdrawn' },
}

export function NewsBadge({ state }: { state: NewsState }) {
  const { tone, word } = states[state]
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
