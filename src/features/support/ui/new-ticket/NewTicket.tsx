import { useEffect, useRef } from 'react'
import { Note } from '#ui/forms/Note.tsx'
import CheckIcon from 'virtual:lucide/check'
import { Spinner } from '#ui/states/Spinner.tsx'
import { COURSE_CATEGORY, MOST_MESSAGE, MOST_TITLE } from '../../support.rules.ts'
import { supportAddress } from '../../support-address.rules.ts'
import { ChoiceField } from '../fields/ChoiceField.tsx'
import { ImageField } from '../fields/ImageField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { NewTicketHead } from './NewTicketHead.tsx'
import { useCategories, usePurchasedCourses } from './use-choices.ts'
import { useNewTicket } from './use-new-ticket.ts'

export interface NewTicketProps {
  userId: number
  onRaised: () => void
  onOpen: (ticket: number) => void
}

/** The form of a new ticket (document 1, sections 2 and 5). */
export function NewTicket({ userId, onRaised, onOpen }: NewTicketProps) {
  const { fields, attachment, problems, reason, busy, raised, change, attach, send } = useNewTicket(userId, onRaised)
  const aboutCourse = fields.ticket_category_id === COURSE_CATEGORY
  const categories = useCategories()
  const courses = usePurchasedCourses(aboutCourse)
  const form = useRef<HTMLFormElement>(null)
  const done = useRef<HTMLParagraphElement>(null)
  const refused = useRef(false)
  useEffect(() => {
    if (raised !== undefined) done.current?.focus()
  }, [raised])
  useEffect(() => {
    // After an answer that refuses, the first field it names.
    if (busy || !refused.current) return
    refused.current = false
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    wrong?.focus({ preventScroll: true })
    // Not below the bar at the top, which would hide its label.
    wrong?.scrollIntoView({ block: 'center' })
  }, [busy])
  return (
    <form
      ref={form}
      noValidate
      className="space-y-4"
      onSubmit={async (event) => {
        event.preventDefault()
        refused.current = !(await send())
      }}
    >
      <NewTicketHead />
      {raised !== undefined && (
        <p
          ref={done}
          tabIndex={-1}
          className="flex items-start gap-3 rounded-field border border-success/40 bg-success/10 px-4 py-3 text-sm"
        >
          <CheckIcon className="size-5 shrink-0 text-success" />
          <span>
            We have received your ticket.{' '}
            <a
              href={supportAddress(raised)}
              className="link font-medium"
              onClick={(event) => {
                event.preventDefault()
                onOpen(raised)
              }}
            >
              Open it
            </a>
          </span>
        </p>
      )}
      <TextField
        label="Title"
        value={fields.title}
        most={MOST_TITLE}
        rows={1}
        problem={problems.title}
        disabled={busy}
        onChange={(title) => change({ title })}
      />
      <ChoiceField
        label="Category"
        prompt="Choose a category"
        loaded={categories}
        value={fields.ticket_category_id}
        problem={problems.ticket_category_id}
        disabled={busy}
        onChange={(ticket_category_id) => change({ ticket_category_id })}
      />
      {aboutCourse && (
        <ChoiceField
          label="Course"
          prompt="Choose a course"
          none="You have not bought a course yet."
          loaded={courses}
          value={fields.content_id}
          problem={problems.content_id}
          disabled={busy}
          onChange={(content_id) => change({ content_id })}
        />
      )}
      <TextField
        label="Description"
        value={fields.msg}
        most={MOST_MESSAGE}
        rows={5}
        problem={problems.msg}
        disabled={busy}
        onChange={(msg) => change({ msg })}
      />
      <ImageField
        label="Image (optional)"
        hint="Attach a relevant image, such as a screenshot of what you see. At most 10 MB."
        file={attachment}
        problem={problems.attachment}
        disabled={busy}
        onChange={attach}
      />
      <Note>{reason}</Note>
      <button type="submit" className="btn btn-primary min-w-40" aria-disabled={busy} aria-busy={busy}>
        {busy ? <Spinner size={24} label="Sending" /> : 'Submit ticket'}
      </button>
    </form>
  )
}
