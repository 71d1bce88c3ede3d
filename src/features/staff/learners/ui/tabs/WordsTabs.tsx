import { counted } from '#lib/both/text/format.ts'
import type { LearnerComment } from '#features/discussions/staff/learner-comments.contract.ts'
import type { LearnerNotification } from '#features/notifications/staff/learner-notifications.contract.ts'
import { TicketBadge } from '#features/support/staff/ui/TicketBadge.tsx'
import type { LearnerTicket } from '#features/support/staff/learner-tickets.contract.ts'
import { staffPaths } from '#lib/both/staff-paths.ts'
import { PlainHtml } from '#ui/PlainHtml.tsx'
import { StatusBadge } from '#ui/staff/StatusBadge.tsx'
import type { Column } from '#ui/staff/table/columns.ts'
import { Instant } from '#ui/staff/values.tsx'
import { comments, notifications, tickets } from '../../learners.store.ts'
import { TabTable } from './TabTable.tsx'

const ticketColumns: Column<LearnerTicket>[] = [
  { id: 'title', header: 'Title', cell: ({ title }) => <bdi>{title}</bdi> },
  { id: 'state', header: 'State', cell: ({ state }) => <TicketBadge state={state} /> },
  {
    id: 'category',
    header: 'Category',
    cell: ({ category, course }) => (course ? `${category}: ${course}` : category),
  },
  { id: 'raised', header: 'Raised', cell: ({ created_at }) => <Instant at={created_at} />, whole: true },
]

export function TicketsTab({ id }: { id: number }) {
  return (
    <TabTable
      id={id}
      caption="Tickets"
      loader={tickets}
      columns={ticketColumns}
      rowHref={(ticket) => staffPaths.ticket(ticket.id)}
      empty="Has raised no ticket"
    />
  )
}

const commentColumns: Column<LearnerComment>[] = [
  {
    id: 'words',
    header: 'Comment',
    cell: ({ content, parent_id, hidden, reports }) => (
      <div className="font-normal">
        <span className="mb-1 flex flex-wrap gap-1">
          {parent_id !== null && <StatusBadge tone="plain">Reply</StatusBadge>}
          {hidden && <StatusBadge tone="bad">Hidden</StatusBadge>}
          {reports > 0 && (
            <StatusBadge tone="waiting">{`${counted(reports, 'report')} ${reports === 1 ? 'waits' : 'wait'}`}</StatusBadge>
          )}
        </span>
        <PlainHtml html={content} />
      </div>
    ),
  },
  {
    id: 'course',
    header: 'Course',
    cell: ({ id, parent_id, course }) => (
      <a className="link link-primary" href={staffPaths.discussion(parent_id ?? id)}>
        {course.title}
      </a>
    ),
  },
  { id: 'at', header: 'When', cell: ({ created_at }) => <Instant at={created_at} />, whole: true },
]

export function CommentsTab({ id }: { id: number }) {
  return (
    <TabTable
      id={id}
      caption="Comments"
      loader={comments}
      columns={commentColumns}
      empty="Has written nothing in discussions"
    />
  )
}

const kindLabels: Record<LearnerNotification['kind'], string> = {
  announcements: 'News',
  replies: 'Reply',
  tickets: 'Ticket',
  live_classes: 'Live class',
}

const sentTo: Record<LearnerNotification['to'], string> = {
  learner: 'This learner',
  course: 'Their course',
  all: 'Everybody',
}

const notificationColumns: Column<LearnerNotification>[] = [
  {
    id: 'words',
    header: 'Notification',
    cell: ({ title, message }) => (
      <>
        <span dir="auto" className="font-medium">
          {title}
        </span>
        <div className="text-sm font-normal text-muted">
          <PlainHtml html={message} />
        </div>
      </>
    ),
  },
  { id: 'kind', header: 'Kind', cell: ({ kind }) => kindLabels[kind], whole: true },
  { id: 'to', header: 'Sent to', cell: ({ to }) => sentTo[to], whole: true, from: 'lg' },
  { id: 'read', header: 'Read', cell: ({ read }) => (read ? 'Yes' : 'No') },
  { id: 'at', header: 'When', cell: ({ created_at }) => <Instant at={created_at} />, whole: true },
]

export function NotificationsTab({ id }: { id: number }) {
  return (
    <TabTable
      id={id}
      caption="Notifications"
      loader={notifications}
      columns={notificationColumns}
      empty="Nothing stands under their bell"
    />
  )
}
