import { useEffect, useState } from 'react'
import { call, Unreachable } from '#lib/browser/call/call.ts'
import { keepDraft, readDraft } from '#lib/browser/device/drafts.ts'
import type { FieldErrors } from '#lib/both/calls/errors.ts'
import { fieldsIn, textOf } from '#lib/both/told.ts'
import { toast } from '#ui/Toasts.tsx'
import { raiseTicket } from '../../support.contract.ts'
import { COURSE_CATEGORY, ticketProblems, type TicketFields } from '../../support.rules.ts'
import { failureOf } from '../failures.ts'

const empty: TicketFields = { title: '', ticket_category_id: '', content_id: '', msg: '' }

/** The form of a new ticket: what is typed stays through reloads until it is sent. */
export function useNewTicket(userId: number, onRaised: () => void) {
  const draft = `ticket-draft:${userId}:new`
  const [fields, setFields] = useState<TicketFields>(() => readFields(draft))
  const [attachment, setAttachment] = useState<File>()
  const [problems, setProblems] = useState<FieldErrors>({})
  const [reason, setReason] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [raised, setRaised] = useState<number>()

  useEffect(() => {
    keepDraft(draft, Object.values(fields).every((value) => value === '') ? '' : JSON.stringify(fields))
  }, [draft, fields])

  const changed = (field: string) => {
    setRaised(undefined)
    setReason(undefined)
    setProblems(({ [field]: _, ...others }) => others)
  }
  const change = (change: Partial<TicketFields>) => {
    setFields((before) => ({ ...before, ...change }))
    for (const field of Object.keys(change)) changed(field)
  }
  const attach = (file: File | undefined) => {
    setAttachment(file)
    changed('attachment')
  }
  /** Sends the form whatever the rules say of it: the server's answer decides (document 1, section 5). */
  const send = async () => {
    if (busy) return false
    setBusy(true)
    setReason(undefined)
    setRaised(undefined)
    setProblems({ ...ticketProblems(fields) })
    const about = fields.ticket_category_id === COURSE_CATEGORY ? fields.content_id : ''
    const body = { ...fields, content_id: about, user_id: userId, attachment }
    try {
      const { ticket_id } = await call(raiseTicket, { body })
      setFields(empty)
      setAttachment(undefined)
      setProblems({})
      setRaised(ticket_id)
      toast.success('New Ticket Raised Successfully')
      onRaised()
      return true
    } catch (error) {
      const failure = failureOf(error)
      if (!(error instanceof Unreachable)) setProblems(failure.fields)
      setReason(failure.reason)
      // Of several tries only the last one shows.
      const said = error instanceof Unreachable ? 'Error while raising a Ticket.' : 'Failed to raise a Ticket.'
      toast.error(said, { id: 'new-ticket' })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { fields, attachment, problems, reason, busy, raised, change, attach, send }
}

function readFields(draft: string): TicketFields {
  const kept = fieldsIn(readDraft(draft))
  const id = (value: unknown) => (typeof value === 'number' ? value : '')
  return {
    title: textOf(kept.title) ?? '',
    ticket_category_id: id(kept.ticket_category_id),
    content_id: id(kept.content_id),
    msg: textOf(kept.msg) ?? '',
  }
}
