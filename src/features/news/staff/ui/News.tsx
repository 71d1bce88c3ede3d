import { useStore } from '@nanostores/react'
import { addressState, matching, oneOf, words } from '#lib/browser/address-state.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { staffCall } from '#lib/browser/staff/staff-call.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Pictured } from '#ui/staff/Pictured.tsx'
import { Instant } from '#ui/staff/values.tsx'
import { listNews, type ListedNews } from '../news-entries.contract.ts'
import { longestNews, newsStates, type NewsState } from '../news-entry.rules.ts'
import { choices } from './choices.browser.ts'
import { NewsBadge } from './NewsBadge.tsx'

const address = addressState({
  words: words(),
  category: words('', longestNews.category),
  state: oneOf('', ...newsStates),
  after: matching(/^\d{1,15}-\d{1,10}$/),
})

interface Asked {
  words?: string
  category?: string
  state?: NewsState
  after?: string
}

const news = loading((query: Asked, signal) => staffCall(listNews, { query, signal }))

const states = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'withdrawn', label: 'Withdrawn' },
]

const columns: Column<ListedNews>[] = [
  {
    id: 'entry',
    header: 'News',
    width: '24rem',
    cell: ({ title, text, image }) => <Pictured image={image}>{title ?? text}</Pictured>,
  },
  { id: 'category', header: 'Category', cell: ({ category }) => <bdi>{category}</bdi>, from: 'sm' },
  { id: 'page', header: 'Leads', cell: ({ title }) => (title ? 'To its page' : 'Elsewhere'), from: 'lg' },
  { id: 'published', header: 'Published', cell: ({ published_at }) => <Instant at={published_at} />, whole: true },
  { id: 'state', header: 'State', cell: ({ state }) => <NewsBadge state={state} />, whole: true },
]

/** All news, the newest first. */
export function News() {
  const { words: text, category, state, after } = useStore(address.$values)
  const asked = {
    ...(text && { words: text }),
    ...(category && { category }),
    ...(state && { state }),
    ...(after && { after }),
  }
  const loaded = useLoaded(news, asked)
  const offered = useLoaded(choices)
  const shown = loaded.is === 'shown' ? loaded.shown : undefined
  const categories = offered.is === 'shown' ? offered.shown.categories : []
  const isNarrowed = Boolean(text || category || state)
  return (
    <>
      <Filters
        address={address}
        search={{ name: 'words', label: 'Search news', placeholder: 'Words of the title or text' }}
        fields={[
          {
            name: 'category',
            label: 'Category',
            kind: 'select',
            options: [
              { value: '', label: 'All' },
              // What the address names is chosen before the others are known.
              ...[...new Set([...categories, ...(category ? [category] : [])])].map((value) => ({
                value,
                label: value,
              })),
            ],
          },
          { name: 'state', label: 'State', kind: 'select', options: states },
        ]}
      >
        <a href={staffPaths.newNewsEntry} className="btn btn-primary">
          Write news
        </a>
      </Filters>
      <DataTable
        caption="News"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => staffPaths.newsEntry(id)}
        onRetry={() => void news.again()}
        empty={
          isNarrowed ? (
            <EmptyState compact message="No such news" />
          ) : (
            <EmptyState
              compact
              message="There are no news yet"
              hint="They stand at /news, and on the dashboard of a site of the kind wac."
              actionLabel="Write news"
              href={staffPaths.newNewsEntry}
            />
          )
        }
      />
      <KeysetPager
        address={address}
        newer={after ? { after: '' } : undefined}
        older={shown?.next ? { after: shown.next } : undefined}
        words={['Newest', 'Older']}
      />
    </>
  )
}
