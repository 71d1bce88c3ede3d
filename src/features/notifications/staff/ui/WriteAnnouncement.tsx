import { useEffect, useState } from 'react'
import { BadLines } from '#features/auth/staff/phone-list/ui/BadLines.tsx'
import type { CallInput, ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { FormRules } from '#lib/both/form-rules.ts'
import { counted, countedLarge } from '#lib/both/text/format.ts'
import type { Loaded } from '#lib/browser/call/loading.ts'
import { useLoaded } from '#lib/browser/call/use-loaded.ts'
import { serverNow } from '#lib/browser/call/call.ts'
import { LoadFailure } from '#ui/staff/LoadFailure.tsx'
import type { FormValues } from '#ui/staff/forms/form-values.ts'
import { TextWarnings } from '#ui/staff/forms/controls/TextWarnings.tsx'
import { StaffForm } from '#ui/staff/forms/StaffForm.tsx'
import type { Announcement } from '../announcements.contract.ts'
import { choices, preview, reach } from '../announcements.store.ts'
import { addAnnouncement, changeAnnouncement, type countReach, type previewNotification } from '../compose.contract.ts'
import { announcementFields } from './announcement-fields.ts'
import { NotificationLook } from './NotificationLook.tsx'
import { TestButton } from './TestButton.tsx'

export interface WriteAnnouncementProps {
  rules: FormRules
  /** What is changed, or what a new one begins as a copy of. */
  from?: Announcement | undefined
  /** False of a copy. */
  changes?: boolean
  onDone: (done: ReplyOf<typeof addAnnouncement>) => void
  onCancel?: () => void
}

/** Writes a notification, which stands beside as learners will see it, with how many will. */
export function WriteAnnouncement({ rules, from, changes = false, onDone, onCancel }: WriteAnnouncementProps) {
  const loaded = useLoaded(choices)
  const [values, setValues] = useState<FormValues>({})
  const settled = useSettled(values)
  const format = from?.format ?? 'markdown'
  const kept = changes ? from : undefined
  const asked = reachBody(settled, kept)
  const reached = useKept(useLoaded(reach, asked), asked !== null)
  if (loaded.is === 'failed')
    return <LoadFailure failed={loaded} what="This form" onRetry={() => void choices.again()} />
  if (loaded.is !== 'shown') return <div className="skeleton h-96 max-w-3xl" />
  const fields = announcementFields(loaded.shown, { format, kept: kept?.audience, target: from?.target })
  const look = (
    <section aria-label="As learners will see it">
      <h2 className="mb-3 text-lg font-semibold">As learners will see it</h2>
      <Preview body={previewBody(settled, format)} />
      <TestButton body={previewBody(values, format)} />
    </section>
  )
  const form = {
    rules,
    fields,
    submitLabel: submitLabel(values, reached),
    onValues: setValues,
    onDone,
    ...(onCancel && { onCancel }),
    aside: () => (
      <>
        <div className="mt-6 xl:hidden">{look}</div>
        <Reach reached={reached} />
      </>
    ),
  }
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {kept ? (
        <StaffForm
          {...form}
          endpoint={changeAnnouncement}
          initial={initialOf(kept)}
          also={{ id: kept.id, version: kept.version, format }}
        />
      ) : (
        <StaffForm
          {...form}
          endpoint={addAnnouncement}
          initial={from ? copyOf(from) : {}}
          also={{ format }}
          about={from?.id}
        />
      )}
      {/* Beside the form where there is room, else above its button. */}
      <div className="min-w-0 max-xl:hidden">
        <div className="sticky top-6">{look}</div>
      </div>
    </div>
  )
}

const copyOf = ({ title, message, image, action, target, audience, course }: Announcement) => ({
  ...{ title, message, image, action, target, audience },
  course_id: course?.id ?? null,
})

const initialOf = (announcement: Announcement) => ({ ...copyOf(announcement), send_at: announcement.send_at })

/** Milliseconds after the last letter before the server is asked what becomes of it. */
const TYPED = 300

/** What was typed, once nobody types any more. */
function useSettled(values: FormValues): FormValues {
  const [settled, setSettled] = useState(values)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(values), TYPED)
    return () => clearTimeout(timer)
  }, [values])
  return settled
}

/** What was shown last stays while it is asked for anew. */
function useKept<Shown>(loaded: Loaded<Shown>, isAsked = true): Loaded<Shown> | undefined {
  const [kept, setKept] = useState<Loaded<Shown>>()
  if (loaded.is !== 'loading' && kept !== loaded) setKept(loaded)
  return isAsked ? kept : undefined
}

const textIn = (value: FormValues[string] | undefined) => (typeof value === 'string' ? value : '')

function previewBody(values: FormValues, format: Announcement['format']) {
  const [image, action, target] = [textIn(values.image), textIn(values.action), textIn(values.target)]
  return {
    ...{ title: textIn(values.title), message: textIn(values.message), format, image: image || null },
    ...{ action: (action || null) as Announcement['action'], target: target || null },
  }
}

/** What the server is asked about whom it would reach; null while that is not said yet. */
function reachBody(values: FormValues, kept: Announcement | undefined): CallInput<typeof countReach>['body'] | null {
  const audience = textIn(values.audience)
  const [course, csv, mobile] = [textIn(values.course_id), textIn(values.csv), textIn(values.mobile)]
  const id = kept && kept.audience === audience ? { id: kept.id } : {}
  if (audience === 'all') return { audience }
  if (audience === 'course') return course === '' ? null : { audience, course_id: Number(course) }
  const typed = audience === 'list' ? csv : mobile
  if (typed.trim() === '' && !('id' in id)) return null
  if (audience === 'list') return { audience, csv, ...id }
  return audience === 'learner' ? { audience, mobile, ...id } : null
}

type Reached = Loaded<ReplyOf<typeof countReach>> | undefined

function submitLabel({ send_at }: FormValues, reached: Reached): string {
  const learners =
    reached?.is === 'shown' ? ` ${send_at ? 'for' : 'to'} ${countedLarge(reached.shown.learners, 'learner')}` : ''
  return `${send_at ? 'Schedule' : 'Send now'}${learners}`
}

/** How many would be told now, and which lines of a list name nobody. */
function Reach({ reached }: { reached: Reached }) {
  const shown = reached?.is === 'shown' ? reached.shown : undefined
  return (
    <div className="mt-5" aria-live="polite">
      {reached?.is === 'failed' && <p className="text-sm text-muted">How many it would reach could not be counted.</p>}
      {shown && (
        <p className="rounded-field bg-base-200 px-4 py-3 text-sm">
          It would reach <strong>{countedLarge(shown.learners, 'learner')}</strong> now, and be pushed to{' '}
          <strong>
            {shown.more_browsers ? 'more than ' : ''}
            {countedLarge(shown.browsers, 'browser')}
          </strong>
          .
        </p>
      )}
      {shown && shown.bad.length > 0 && (
        <div className="mt-4">
          <p className="mb-2 text-sm font-semibold text-error">
            {counted(shown.bad.length, 'line')} cannot be used: mend or remove {shown.bad.length === 1 ? 'it' : 'them'}.
          </p>
          <BadLines lines={shown.bad} />
        </div>
      )}
    </div>
  )
}

function Preview({ body }: { body: CallInput<typeof previewNotification>['body'] }) {
  const isEmpty = body.title === '' && body.message === ''
  const kept = useKept(useLoaded(preview, isEmpty ? null : body))
  if (isEmpty) return <p className="text-sm text-muted">It is drawn here while you write.</p>
  if (kept?.is === 'failed')
    return <LoadFailure compact failed={kept} what="The preview" onRetry={() => void preview.again()} />
  const shown = kept?.is === 'shown' ? kept.shown : undefined
  return (
    <>
      {shown?.problem && (
        <p role="alert" className="mb-3 text-sm text-error">
          {shown.problem}
        </p>
      )}
      <TextWarnings warnings={shown?.warnings ?? []} />
      {shown ? <NotificationLook shown={shown.shown} at={serverNow()} /> : <div className="skeleton h-64" />}
    </>
  )
}
