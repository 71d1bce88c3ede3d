import '#features/auth/auth.store.ts'
import { useEffect, useState } from 'react'
import { call } from '#lib/call.ts'
import { indianTime, namedDate } from '#lib/clock.ts'
import { noteFailure } from '#lib/quiet.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { filterNews, type NewsCard } from '../news.contract.ts'

/** Document 1, section 9. */
const SHOWN = 3

type State = 'loading' | 'failed' | NewsCard[]

/** The latest news, each leading to a page of its own (document 1, section 2, 'Dashboard'). */
export function LatestNews() {
  const [state, setState] = useState<State>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    setState('loading')
    call(filterNews, { query: { limit: SHOWN, offset: 0, category: 0 }, signal: abort.signal }).then(
      ({ data }) => setState(data.cards),
      (error: unknown) => {
        if (abort.signal.aborted) return
        noteFailure('Loading the news', error)
        setState('failed')
      },
    )
    return () => abort.abort()
  }, [attempt])
  return (
    <section
      aria-labelledby="latest-news"
      className="flex h-112 min-w-0 flex-col rounded-box border border-base-300 bg-base-100 p-4 sm:p-5"
    >
      <h2 id="latest-news" className="mb-3 text-lg font-semibold">
        Latest News
      </h2>
      {state === 'loading' ? (
        <NewsLoading />
      ) : state === 'failed' ? (
        <ErrorState compact onRetry={() => setAttempt((count) => count + 1)} />
      ) : state.length === 0 ? (
        <EmptyState compact message="No news at the moment." />
      ) : (
        <ul className="divide-y divide-base-300">
          {state.map((card) => (
            <NewsItem key={card.id} card={card} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NewsItem({ card: { link, description, news_date, image, category } }: { card: NewsCard }) {
  return (
    <li className="group relative flex h-31 items-start gap-3 py-3.5">
      <img
        src={image.responsive_image}
        alt={image.alt}
        width={160}
        height={90}
        loading="lazy"
        className="mt-0.5 aspect-video w-24 shrink-0 rounded-field bg-base-200 object-cover"
      />
      <div className="min-w-0">
        <p className="truncate text-xs text-muted">
          <time dateTime={news_date.slice(0, 10)}>{namedDate(instantOf(news_date))}</time> · {category.title}
        </p>
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-0.5 line-clamp-4 text-sm leading-snug font-medium group-hover:underline after:absolute after:inset-0"
        >
          {description}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </div>
    </li>
  )
}

/** The instant of `2026-11-21 08:00:00` in India. */
function instantOf(date: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = date.split(/\D/).map(Number)
  return indianTime(year, month, day, hour, minute)
}

function NewsLoading() {
  return (
    <div role="status" className="divide-y divide-base-300">
      <span className="sr-only">Loading</span>
      {Array.from({ length: SHOWN }, (_, index) => (
        <div key={index} aria-hidden="true" className="flex h-31 items-start gap-3 py-3.5">
          <div className="skeleton aspect-video w-24 shrink-0 rounded-field" />
          <div className="grow space-y-2 pt-1">
            <div className="skeleton h-3 w-1/2" />
            <div className="skeleton h-4 w-full" />
            <div className="skeleton h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
