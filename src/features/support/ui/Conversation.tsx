import { displayTime, isoTime } from '#lib/both/time/clock.ts'
import { useLayoutEffect, useRef } from 'react'
import { EmptyState } from '#ui/states/EmptyState.tsx'
import { ErrorState } from '#ui/states/ErrorState.tsx'
import { PlainHtml } from '#ui/PlainHtml.tsx'
import type { Ticket, TicketMessage } from '../support.contract.ts'
import { Loader } from './Loader.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { useConversation } from './use-conversation.ts'
import { useLoader } from './use-loader.ts'

export interface ConversationProps {
  ticketId: number
  userId: number
  /** Told of what the server says of the ticket; does not change. */
  onTicket: (ticket: Ticket) => void
  onNew: () => void
}

/** A ticket with its messages and a field for one more (document 1, section 2, 'Support'). */
export function Conversation({ ticketId, userId, onTicket, onNew }: ConversationProps) {
  const { state, offline, look } = useConversation(ticketId, onTicket)
  const resting = useLoader(String(ticketId))
  if (resting || state.is === 'loading') return <Loader label="Loading the ticket" />
  if (state.is === 'missing') {
    return (
      <EmptyState
        compact
        message="There is no such ticket"
        hint="The link may be wrong, or the ticket belongs to another account."
        actionLabel="New Ticket"
        onAction={onNew}
      />
    )
  }
  if (state.is === 'failed') {
    return (
      <ErrorState
        compact
        message={state.unreachable ? 'Error while fetching ticket details' : 'Failed to fetch ticket details'}
        {...(state.unreachable && {
          hint: 'You seem to be offline. The ticket will load as soon as you are back online.',
        })}
        onRetry={look}
      />
    )
  }
  const { ticket, messages } = state
  return (
    <>
      <header className="border-b border-base-300 pb-4">
        <div className="flex items-start justify-between gap-4">
          <h2 dir="auto" className="min-w-0 text-xl font-bold [overflow-wrap:anywhere] whitespace-pre-wrap">
            {ticket.title}
          </h2>
          <span className="pt-1">
            <StatusBadge mode={ticket.mode} />
          </span>
        </div>
        <p className="mt-1 text-sm text-muted">
          Ticket {ticket.id} · {ticket.category}
          {ticket.course !== null && ` · ${ticket.course}`}
        </p>
      </header>
      <Messages messages={messages} />
      {offline && (
        <p className="mb-4 rounded-field bg-base-200 px-4 py-2.5 text-sm">
          You are offline. New messages will appear as soon as you are back online.
        </p>
      )}
      {ticket.mode === 'closed' && (
        <p className="mb-4 rounded-field bg-base-200 px-4 py-2.5 text-sm">
          This ticket is closed. If something is still pending, write to us: your message will reopen it.
        </p>
      )}
      <ReplyForm key={ticket.id} ticketId={ticket.id} userId={userId} onSent={look} />
    </>
  )
}

/** Oldest first, with the newest in sight. */
function Messages({ messages }: { messages: TicketMessage[] }) {
  const list = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [last])
  return (
    <div
      ref={list}
      role="log"
      aria-label="Messages"
      tabIndex={0}
      className="-mx-2 my-4 max-h-[60dvh] overflow-y-auto rounded-field px-2 py-1"
    >
      <ol className="space-y-4">
        {messages.map((message) => (
          <Bubble key={message.id} message={message} />
        ))}
      </ol>
    </div>
  )
}

function Bubble({ message }: { message: TicketMessage }) {
  const own = message.mode === 'user'
  return (
    <li className={`flex ${own ? 'justify-end' : 'justify-start'}`}>
      <div className={`max-w-[85%] min-w-0 ${own ? '' : 'text-left'}`}>
        <div className={`rounded-box px-4 py-3 ${own ? 'rounded-br-sm bg-tint' : 'rounded-bl-sm bg-base-200'}`}>
          <PlainHtml html={message.msg} />
          {message.attach !== null && (
            <a
              href={message.attach}
              target="_blank"
              rel="noopener"
              className="mt-3 block w-fit max-w-full rounded-field"
            >
              <img
                src={message.attach}
                alt={own ? 'The image you attached' : 'The attached image'}
                className="h-40 max-w-full rounded-field object-contain"
              />
              <span className="sr-only">(opens in a new tab)</span>
            </a>
          )}
        </div>
        <p className={`mt-1 flex flex-wrap gap-x-2 text-xs text-muted ${own ? 'justify-end' : ''}`}>
          <bdi className="font-medium">{own ? 'You' : message.name}</bdi>
          <time dateTime={isoTime(message.created_at)} className="tabular-nums">
            {displayTime(message.created_at)}
          </time>
        </p>
      </div>
    </li>
  )
}
