import { useEffect, useRef, type ReactNode } from 'react'
import { siteLogo, siteName } from '#lib/browser/site.ts'
import { fillContent, fillEntry } from '../../notification-view.browser.ts'
import type { ShownNotification } from '../announcements.contract.ts'

export interface NotificationLookProps {
  shown: ShownNotification
  /** When learners were told, or will be; now of what is being written. */
  at: number
}

/**
 * A notification as a learner sees it: in the list of the bell, opened, and pushed. The markup is that of learners' pages, which
 * NotificationMarkup.astro brings; the pushed one is drawn by the learner's system, each in its own way.
 */
export function NotificationLook({ shown, at }: NotificationLookProps) {
  const notification = { ...shown, kind: 'announcements', read: false, created_at: at } as const
  return (
    <div className="space-y-5">
      <Looked title="Under the bell">
        <Filled
          markup="entry"
          fill={(place) => {
            fillEntry(place, notification)
            place.querySelector('button')!.disabled = true
          }}
          className="max-w-96 list-none overflow-hidden rounded-box border border-base-300 bg-base-100"
        />
      </Looked>
      <Looked title="Opened">
        <Filled
          markup="content"
          fill={(place) => {
            fillContent(place, notification)
            // The page that is being written on stays.
            for (const link of place.querySelectorAll('a')) link.target = '_blank'
          }}
          className="flex max-w-lg flex-col overflow-hidden rounded-box border border-base-300 bg-base-100 shadow-lg"
        />
      </Looked>
      <Looked title="Pushed">
        <div className="flex max-w-96 items-start gap-3 rounded-box border border-base-300 bg-base-100 p-3 shadow-lg">
          <img src={siteLogo()} alt="" className="size-9 shrink-0" />
          <div className="min-w-0 text-sm">
            <p className="text-xs text-muted">{siteName()}</p>
            <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {shown.pushed.title}
            </p>
            <p dir="auto" className="[overflow-wrap:anywhere]">
              {shown.pushed.body}
            </p>
          </div>
        </div>
      </Looked>
    </div>
  )
}

function Looked({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={title}>
      <p className="mb-1.5 text-xs font-medium text-muted">{title}</p>
      {children}
    </div>
  )
}

interface FilledProps {
  /** Which part of the page's markup. */
  markup: 'entry' | 'content'
  fill: (place: HTMLElement) => void
  className: string
}

/** Markup of learners' pages, filled anew with each drawing. */
function Filled({ markup, fill, className }: FilledProps) {
  const place = useRef<HTMLUListElement & HTMLDivElement>(null)
  useEffect(() => {
    const template = document.querySelector<HTMLTemplateElement>(`template[data-look=${markup}]`)
    if (place.current && template && place.current.childElementCount === 0)
      place.current.append(template.content.cloneNode(true))
    if (place.current?.childElementCount) fill(place.current)
  })
  // The one of the list is an item of it.
  const Place = markup === 'entry' ? 'ul' : 'div'
  return <Place ref={place} className={className} />
}
