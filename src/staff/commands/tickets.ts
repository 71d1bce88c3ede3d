import { siteUrl } from '#core/config.ts'
import { siteAddress } from '#core/site/site.ts'
import type { Db } from '#db/database.ts'
import { answerTicket } from '#features/support/staff/server/answer-ticket.ts'
import { assignTicket, closeTicket, reopenTicket } from '#features/support/staff/server/change-ticket.ts'
import { listForStaff, STAFF_PAGE, ticketForStaff } from '#features/support/staff/server/printed-tickets.ts'
import { supporters } from '#features/support/staff/server/team.ts'
import { categoryTitle } from '#features/support/support.rules.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { pageOf, pageOption, wholeNumber, workOf, workOptions, type StaffCommand } from '../command.ts'
import { block, brief, columns, pageLine, safe } from '../print.ts'

const idOf = (args: string[]) => wholeNumber(args[0] ?? '', 'ID')

const list: StaffCommand = {
  name: 'tickets',
  args: [],
  options: {
    open: { about: 'only tickets that are not closed (the default)' },
    all: { about: 'closed tickets too' },
    page: pageOption,
  },
  summary: 'Lists tickets, newest first',
  run: async ({ db }, given) => {
    const all = given.options.all !== undefined
    if (all && given.options.open !== undefined) throw new UsageError('Use either --open or --all')
    const page = pageOf(given)
    const { tickets, total } = await listForStaff(db, { open: !all, page })
    const noun = all ? 'ticket' : 'open ticket'
    if (total === 0) return `No ${noun}s`
    const rows = tickets.map((ticket) => [
      String(ticket.id),
      displayTime(ticket.created_at),
      ticket.mode === 'closed' ? 'closed' : ticket.last_mode === 'staff' ? 'answered' : 'waiting',
      brief(ticket.name ?? 'Learner', 20),
      categoryTitle(ticket.category_id),
      brief(ticket.title, 50),
    ])
    return `${columns(['ID', 'RAISED', 'STATE', 'BY', 'CATEGORY', 'TITLE'], rows)}\n\n${pageLine(page, STAFF_PAGE, total, noun)}`
  },
}

const show: StaffCommand = {
  name: 'ticket show',
  args: ['ID'],
  options: {},
  summary: 'Shows a ticket with all its messages, and links to its pictures that work for ten minutes',
  run: async ({ db, config, links }, { args }) => {
    const { ticket, messages } = await ticketForStaff(db, idOf(args))
    const sign = await links.signer()
    const address = (!config.SITE_URL && (await siteAddress(db))) || siteUrl(config)
    const contact = [`+${ticket.country_code} ${ticket.phone}`, ticket.email].filter(Boolean).join(', ')
    const about = ticket.course === null ? '' : `, ${ticket.course}`
    return [
      [
        `Ticket ${ticket.id} (${ticket.mode}): ${safe(ticket.title)}`,
        `${categoryTitle(ticket.category_id)}${safe(about)}`,
        safe(`${ticket.name ?? 'Learner'}, ${contact}`),
      ].join('\n'),
      ...messages.map((message) => {
        const by = message.mode === 'user' ? (ticket.name ?? 'Learner') : `${message.staff_name ?? 'Support'} (support)`
        const lines = [`${safe(by)}, ${displayTime(message.created_at)}`, block(message.body)]
        if (message.attachment !== null) {
          lines.push(`    Picture: ${address}${sign(message.attachment, `Ticket ${ticket.id}, message ${message.id}`)}`)
        }
        return lines.join('\n')
      }),
    ].join('\n\n')
  },
}

const reply: StaffCommand = {
  name: 'ticket reply',
  args: ['ID'],
  options: {
    message: { value: 'TEXT', required: true, about: 'what to say, at most 1000 characters' },
    as: { value: 'NAME', about: 'the name the learner reads; default: Support' },
  },
  summary: 'Answers a ticket',
  run: async (ctx, given) => {
    const id = idOf(given.args)
    const name = given.options.as?.trim() || 'Support'
    const message = given.options.message ?? ''
    const { state } = await answerTicket(ctx.db, workOf(ctx, given), { id, message, name })
    return `Answered ticket ${id} as ${safe(name)}${state === 'closed' ? '; it stays closed' : ''}`
  },
}

const { as } = workOptions

const close: StaffCommand = {
  name: 'ticket close',
  args: ['ID'],
  options: { as },
  summary: 'Closes a ticket; a message of the learner opens it again',
  run: async (ctx, given) => {
    const id = idOf(given.args)
    await closeTicket(ctx.db, workOf(ctx, given), { id })
    return `Closed ticket ${id}`
  },
}

const reopen: StaffCommand = {
  name: 'ticket reopen',
  args: ['ID'],
  options: { as },
  summary: 'Opens a closed ticket again, waiting or answered as it was',
  run: async (ctx, given) => {
    const id = idOf(given.args)
    const state = await reopenTicket(ctx.db, workOf(ctx, given), id)
    return `Ticket ${id} is open again, and ${state}`
  },
}

const assign: StaffCommand = {
  name: 'ticket assign',
  args: ['ID'],
  options: {
    to: { value: 'NAME', required: true, about: 'somebody of the staff, by name or number; or nobody' },
    as,
  },
  summary: 'Assigns a ticket to somebody',
  run: async (ctx, given) => {
    const id = idOf(given.args)
    const to = await supporterNamed(ctx.db, given.options.to?.trim() ?? '')
    await assignTicket(ctx, workOf(ctx, given), { id, to: to?.id ?? null })
    return `Ticket ${id} is assigned to ${to ? safe(to.name) : 'nobody'}`
  },
}

/** @throws notFound with everybody who answers tickets */
async function supporterNamed(db: Db, given: string) {
  if (given.toLowerCase() === 'nobody') return null
  const team = await supporters(db)
  const fits = team.filter(({ id, name }) => name.toLowerCase() === given.toLowerCase() || String(id) === given)
  if (fits.length === 1) return fits[0]!
  const all = team.map(({ id, name }) => `${name} (${id})`).join(', ')
  if (team.length === 0) throw notFound('Nobody of the staff answers tickets')
  if (fits.length > 1) throw notFound(`Several are called '${given}'; use the number: ${all}`)
  throw notFound(`Nobody who answers tickets is called '${given}'. There are: ${all}`)
}

export const ticketCommands = [list, show, reply, assign, close, reopen]
