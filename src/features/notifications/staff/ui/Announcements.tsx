import { useEffect } from 'react'
import { useStore } from '@nanostores/react'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { bindKeys } from '#lib/browser/keys.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { useRefreshed } from '#lib/browser/staff/use-refreshed.ts'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { DataTable } from '#ui/staff/table/DataTable.tsx'
import { Filters } from '#ui/staff/table/Filters.tsx'
import { KeysetPager } from '#ui/staff/table/Pager.tsx'
import { Instant } from '#ui/staff/values.tsx'
import type { AnnouncementCounts, ListedAnnouncement } from '../announcements.contract.ts'
import { announcementStates, audiences } from '../announcements.rules.ts'
import { announcements, courses, listAddress } from '../announcements.store.ts'
import { audienceNames, figure, share, StateBadge, stateNames, toWhom } from './words.tsx'

const ofCounts =
  (shown: (counts: AnnouncementCounts) => string) =>
  ({ counts }: ListedAnnouncement) =>
    counts ? shown(counts) : <span className="text-muted">–</span>

const columns: Column<ListedAnnouncement>[] = [
  {
    id: 'title',
    header: 'Notification',
    cell: ({ title }) => <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{title}</bdi>,
    width: '17rem',
  },
  { id: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
  {
    id: 'to',
    header: 'To',
    cell: (row) => <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{toWhom(row)}</bdi>,
    width: '12rem',
  },
  {
    id: 'when',
    header: 'When',
    cell: ({ sent_at, send_at }) => <Instant at={sent_at ?? send_at} />,
    whole: true,
  },
  { id: 'by', header: 'By', cell: ({ created_by }) => created_by, from: 'xl' },
  { id: 'told', header: 'Told', cell: ofCounts(({ told }) => figure(told)), align: 'end' },
  {
    id: 'pushed',
    header: 'Pushed',
    cell: ofCounts(({ pushed, browsers }) => `${figure(pushed)} of ${figure(browsers)}`),
    align: 'end',
    whole: true,
    from: 'lg',
  },
  {
    id: 'opened',
    header: 'Opened',
    cell: ({ counts }) =>
      counts ? (
        <>
          {figure(counts.opened)} <span className="text-muted">{share(counts.opened, counts.told)}</span>
        </>
      ) : (
        <span className="text-muted">–</span>
      ),
    align: 'end',
    whole: true,
  },
]

/** @param chosen course of the address, which is shown also before the titles are there */
function courseOptions(titles: readonly { id: number; title: string }[], chosen: string) {
  const options = [{ value: '', label: 'All' }, ...titles.map(({ id, title }) => ({ value: String(id), label: title }))]
  if (options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: `Course ${chosen}` }]
}

const write = () => location.assign(staffPaths.newNotification)

/** What staff have told learners, and what is to be told; the filters stand in the address. */
export function Announcements() {
  const { state, audience, text, course, from, until, after } = useStore(listAddress.$values)
  const asked = {
    ...(state && { state }),
    ...(audience && { audience }),
    ...(text && { text }),
    ...(course && { course }),
    ...(from && { from }),
    ...(until && { until }),
    ...(after && { after }),
  }
  const loaded = useLoaded(announcements, asked)
  useRefreshed(announcements)
  useEffect(() => bindKeys([{ keys: 'c', does: 'New notification', run: write }]), [])
  const titles = useLoaded(courses)
  const next = loaded.is === 'shown' ? loaded.shown.next : null
  const narrowed = listAddress.differs(['state', 'audience', 'text', 'course', 'from', 'until'])
  return (
    <>
      <Filters
        address={listAddress}
        search={{ name: 'text', label: 'Search notifications', placeholder: 'Words of the title' }}
        fields={[
          {
            name: 'state',
            label: 'State',
            kind: 'select',
            options: [
              { value: '', label: 'All' },
              ...announcementStates.map((value) => ({ value, label: stateNames[value] })),
            ],
          },
          {
            name: 'audience',
            label: 'To whom',
            kind: 'select',
            options: [
              { value: '', label: 'Anybody' },
              ...audiences.map((value) => ({ value, label: audienceNames[value] })),
            ],
          },
          {
            name: 'course',
            label: 'Course',
            kind: 'select',
            options: courseOptions(titles.is === 'shown' ? titles.shown.data : [], course),
          },
          { name: 'from', label: 'From', kind: 'day' },
          { name: 'until', label: 'Until', kind: 'day' },
        ]}
      >
        <a href={staffPaths.newNotification} className="btn btn-primary">
          New notification
        </a>
      </Filters>
      <DataTable
        caption="Notifications"
        columns={columns}
        loaded={loaded}
        rowsOf={({ data }) => data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => staffPaths.notification(id)}
        onRetry={() => void announcements.again()}
        empty={
          narrowed ? (
            <EmptyState compact message="No such notifications" hint="Nothing fits all of the filters." />
          ) : (
            <EmptyState
              compact
              message="Nobody was told anything yet"
              hint="What you tell learners stands under their bells and is pushed to their browsers."
              actionLabel="New notification"
              href={staffPaths.newNotification}
            />
          )
        }
      />
      <KeysetPager
        address={listAddress}
        newer={after ? { after: '' } : undefined}
        older={next ? { after: next } : undefined}
        words={['First page', 'Next page']}
      />
    </>
  )
}
