import { siteUrl } from '#core/config.ts'
import { siteAddress } from '#core/site/site.ts'
import { answerTicket, closeTicket, listForStaff, STAFF_PAGE, ticketForStaff } from '#features/support/server/staff.ts'
import { categoryTitle } from '#features/support/support.rules.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import { UsageError } from '#lib/server/typed.ts'
import { pageOf, pageOption, wholeNumber, type StaffCommand } from '../command.ts'
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
  run: async ({ db, now }, { args, options }) => {
    const id = idOf(args)
    const name = options.as?.trim() || 'Support'
    const { mode } = await answerTicket(db, now(), { id, message: options.message ?? '', name })
    return `Answered ticket ${id} as ${safe(name)}${mode === 'closed' ? '; it stays closed' : ''}`
  },
}

const close: StaffCommand = {
  name: 'ticket close',
  args: ['ID'],
  options: {},
  summary: 'Closes a ticket; a message of the learner opens it again',
  run: async ({ db, now }, { args }) => {
    const id = idOf(args)
    await closeTicket(db, now(), id)
    return `Closed ticket ${id}`
  },
}

export const ticketCommands = [list, show, reply, close]
