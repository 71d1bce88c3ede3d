import { useEffect, useRef, useState } from 'react'
import { call } from '#lib/browser/call/call.ts'
import { loading } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { useIdle } from '#lib/browser/use-idle.ts'
import { namedDate } from '#lib/both/time/clock.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import CheckIcon from 'virtual:lucide/check'
import { toast } from '#ui/Toasts.tsx'
import { getCalendarFeed, makeCalendarFeed, revokeCalendarFeed } from '../live-classes.contract.ts'
import CalendarIcon from 'virtual:lucide/calendar'
import CopyIcon from 'virtual:lucide/copy'

interface Feed {
  /** Known only right after it was made. */
  url: string | null
  created_at: number | null
}

const calendarFeed = loading((_: void, signal): Promise<Feed> => call(getCalendarFeed, { signal }))

/** The private link that keeps a calendar program up to date: made, copied, replaced and revoked here. */
export function CalendarFeed() {
  // The classes above are loaded first.
  const state = useLoaded(calendarFeed, useIdle() ? undefined : null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState<'replace' | 'revoke'>()
  // Until the server has told, and when it does not, nothing is offered.
  if (state.is !== 'shown') return null
  const feed = state.shown

  const act = async (work: () => Promise<{ message: string; feed: Feed }>) => {
    setBusy(true)
    try {
      const { message, feed: next } = await work()
      calendarFeed.change(() => next)
      toast.success(message)
    } catch {
      toast.error('Something went wrong.')
    } finally {
      setBusy(false)
      setAsking(undefined)
    }
  }
  const make = () =>
    act(async () => {
      const { message, url, created_at } = await call(makeCalendarFeed)
      return { message, feed: { url, created_at } }
    })
  const revoke = () =>
    act(async () => {
      const { message } = await call(revokeCalendarFeed)
      return { message, feed: { url: null, created_at: null } }
    })
  return (
    <section aria-labelledby="feed-title" className="mt-8 rounded-box border border-base-300 bg-base-100 p-5 sm:p-6">
      <div className="flex gap-4">
        <span className="hidden size-11 shrink-0 place-items-center rounded-full bg-tint text-primary sm:grid">
          <CalendarIcon />
        </span>
        <div className="min-w-0 grow">
          <h2 id="feed-title" className="text-lg font-semibold">
            Classes in your calendar
          </h2>
          <p className="mt-1 max-w-2xl text-sm text-muted">
            {feed.url
              ? 'Add this link to your calendar app as a subscription. It is shown only once; anyone who has it can see your classes, so keep it private.'
              : feed.created_at !== null
                ? `A private calendar link was created on ${namedDate(feed.created_at)}. If you no longer have it, create a new one; the old one will then stop working.`
                : 'A private link brings all your live classes into your calendar app and keeps them up to date.'}
          </p>
          {feed.url && <FeedAddress url={feed.url} />}
          <div className="mt-4 flex flex-wrap gap-3">
            {feed.created_at === null ? (
              <button type="button" className="btn btn-primary" disabled={busy} aria-busy={busy} onClick={make}>
                Create calendar link
              </button>
            ) : (
              <>
                {!feed.url && (
                  <button type="button" className="btn" disabled={busy} onClick={() => setAsking('replace')}>
                    Create a new link
                  </button>
                )}
                <button type="button" className="btn text-error" disabled={busy} onClick={() => setAsking('revoke')}>
                  Revoke link
                </button>
              </>
            )}
          </div>
        </div>
      </div>
      <ConfirmDialog
        open={asking !== undefined}
        title={asking === 'revoke' ? 'Revoke the calendar link?' : 'Create a new calendar link?'}
        message="Calendar apps that use the current link will no longer get your classes."
        confirmLabel={asking === 'revoke' ? 'Revoke' : 'Create a new link'}
        danger={asking === 'revoke'}
        busy={busy}
        onConfirm={asking === 'revoke' ? revoke : make}
        onCancel={() => setAsking(undefined)}
      />
    </section>
  )
}

function FeedAddress({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  // Making it took the button away that had the focus.
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied(true)
      toast.success('Link copied')
    } catch {
      // Browsers may refuse the clipboard; the learner copies what is selected.
      field.current?.select()
      toast('Press Ctrl+C to copy the link')
    }
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <input
        ref={field}
        readOnly
        value={url}
        aria-label="Your calendar link"
        className="input min-w-0 grow basis-64 font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="btn" onClick={copy}>
        {copied ? <CheckIcon className="size-4" /> : <CopyIcon className="size-4" />}
        Copy
      </button>
      <a href={url.replace(/^https?:/, 'webcal:')} className="btn">
        Open in calendar app
      </a>
    </div>
  )
}
