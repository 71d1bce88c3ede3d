import { PlainHtml } from '#ui/PlainHtml.tsx'
import { Instant } from '#ui/staff/values.tsx'
import type { StaffTicketMessage } from '../tickets.contract.ts'

export interface MessagesProps {
  messages: readonly StaffTicketMessage[]
  /** The name of whoever asks. */
  learner: string
}

/** A conversation, oldest first: the learner's words at the left, ours at the right. */
export function Messages({ messages, learner }: MessagesProps) {
  return (
    <ol aria-label="Messages" className="space-y-4">
      {messages.map((message) => (
        <li key={message.id} className={`flex ${message.by === 'staff' ? 'justify-end' : ''}`}>
          <Bubble message={message} name={message.name ?? learner} />
        </li>
      ))}
    </ol>
  )
}

function Bubble({ message, name }: { message: StaffTicketMessage; name: string }) {
  const ours = message.by === 'staff'
  return (
    <article aria-label={`Message of ${name}`} className="max-w-[85%] min-w-0">
      <div className={`rounded-box px-4 py-3 text-sm ${ours ? 'rounded-br-sm bg-tint' : 'rounded-bl-sm bg-base-200'}`}>
        <PlainHtml html={message.msg} />
        {message.attach !== null && (
          <a href={message.attach} target="_blank" rel="noopener" className="mt-3 block w-fit max-w-full rounded-field">
            <img
              src={message.attach}
              alt={`The picture that ${name} attached`}
              className="h-40 max-w-full rounded-field object-contain"
            />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
      </div>
      <p className={`mt-1 flex flex-wrap gap-x-2 text-xs text-muted ${ours ? 'justify-end' : ''}`}>
        <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>
        <Instant at={message.created_at} />
      </p>
    </article>
  )
}
