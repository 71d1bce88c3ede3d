import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { namedDate } from '#lib/both/time/clock.ts'
import { paths } from '#lib/both/paths.ts'
import { noteFailure } from '#lib/browser/call/quiet.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { filterNews, type NewsCard } from '../news.contract.ts'
import { leadsAway } from '../news.rules.ts'

/** Document 1, section 9. */
const SHOWN = 3

const latest = loading(
  async (_: void, signal) =>
    (await call(filterNews, { query: { limit: SHOWN, offset: 0, category: 0 }, signal })).data.cards,
  { onFailed: (error) => noteFailure('Loading the news', error) },
)

/** The latest news, each leading to its page here or elsewhere (document 1, section 2, 'Dashboard'). */
export function LatestNews() {
  const state = useLoaded(latest)
  return (
    <section
      aria-labelledby="latest-news"
      className="flex min-h-114 min-w-0 flex-col rounded-box border border-base-300 bg-base-100 p-4 sm:p-5"
    >
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="latest-news" className="text-lg font-semibold">
          Latest News
        </h2>
        <a
          href={paths.news}
          className="-my-2 inline-flex min-h-11 items-center text-sm font-semibold text-primary hover:underline"
        >
          All news
        </a>
      </div>
      {state.is === 'loading' ? (
        <NewsLoading />
      ) : state.is === 'failed' ? (
        <ErrorState compact onRetry={latest.again} />
      ) : state.shown.length === 0 ? (
        <EmptyState compact message="No news at the moment." />
      ) : (
        <ul className="divide-y divide-base-300">
          {state.shown.map((card) => (
            <NewsItem key={card.id} card={card} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NewsItem({ card: { link, description, news_date_iso: published, image, category } }: { card: NewsCard }) {
  const away = leadsAway(link, location.href)
  return (
    <li className="group relative flex min-h-32 items-start gap-3 py-3">
      <img
        src={image.responsive_image}
        alt={image.alt}
        width={160}
        height={90}
        loading="lazy"
        className="mt-0.5 aspect-video w-24 shrink-0 rounded-field bg-base-200 object-cover"
      />
      <div className="min-w-0">
        <p className="text-xs leading-4.5 text-muted">
          <span className="block">{category.title}</span>
          <time dateTime={published}>{namedDate(Date.parse(published))}</time>
        </p>
        <a
          href={link}
          {...(away && { target: '_blank', rel: 'noopener noreferrer' })}
          className="mt-0.5 line-clamp-3 text-sm leading-snug font-medium group-hover:underline after:absolute after:inset-0"
        >
          {description}
          {away && <span className="sr-only"> (opens in a new tab)</span>}
        </a>
      </div>
    </li>
  )
}

function NewsLoading() {
  return (
    <div role="status" className="divide-y divide-base-300">
      <span className="sr-only">Loading</span>
      {Array.from({ length: SHOWN }, (_, index) => (
        <div key={index} aria-hidden="true" className="flex h-32 items-start gap-3 py-3">
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
