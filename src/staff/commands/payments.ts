import { askAboutOrder } from '#features/purchases/staff/server/ask-provider.ts'
import {
  MOST_MISMATCHES,
  orderStates,
  paymentStates,
  refundStates,
} from '#features/purchases/staff/money/money.rules.ts'
import { listOrders } from '#features/purchases/staff/server/list-orders.ts'
import { getLeftPaise, listPayments, listReceipts } from '#features/purchases/staff/server/list-payments.ts'
import { listRefunds } from '#features/purchases/staff/server/list-refunds.ts'
import { listMismatches } from '#features/purchases/staff/server/mismatches.ts'
import type { Cursor, MoneyFilter, MoneyPage } from '#features/purchases/staff/server/money-pages.ts'
import { readReceipt } from '#features/purchases/receipts/server/receipts.ts'
import { saleMethods, type SaleMethod } from '#features/purchases/receipts/receipt.rules.ts'
import { shownState } from '#lib/both/gst-states.ts'
import { formatInr } from '#lib/both/money.ts'
import { DAY, displayTime } from '#lib/both/time/clock.ts'
import { isDay, startOfDay } from '#lib/both/time/days.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { wholeNumber, type Given, type StaffCommand, type StaffContext } from '../command.ts'
import { learnerByPhone } from '../learner.ts'
import { brief, columns, safe } from '../print.ts'

/** States by what is listed. */
const statuses = {
  orders: Object.keys(orderStates),
  payments: Object.keys(paymentStates),
  refunds: Object.keys(refundStates),
  receipts: [],
} satisfies Record<string, readonly string[]>

type Listed = keyof typeof statuses

/** Days that a check looks back. */
const CHECKED = 30

const check: StaffCommand = {
  name: 'payments check',
  args: [],
  options: {
    days: { value: 'N', about: `how far it looks back; default: ${CHECKED}` },
    order: { value: 'ORDER_ID', about: 'asks the payment provider about this order instead' },
  },
  summary: 'Lists payments and refunds that need attention',
  run: async (ctx, { options: { days, order } }) => {
    if (order !== undefined) {
      const differing = await askAboutOrder({ db: ctx.db, payments: ctx.payments() }, wholeNumber(order, '--order'))
      if (differing.length === 0) return 'The payment provider says the same'
      return differing.map(({ payment, says }) => `${safe(payment)}: the provider ${safe(says)}`).join('\n')
    }
    const now = ctx.now()
    const since = now - (days === undefined ? CHECKED : wholeNumber(days, '--days')) * DAY
    const { listed, number } = await listMismatches(ctx, { now, since }, MOST_MISMATCHES)
    if (number === 0) return 'All payments match, as far as our own rows know'
    const id = (value: number | null) => (value === null ? '' : String(value))
    const table = columns(
      ['WHEN', 'WHAT', 'ORDER', 'PAYMENT', 'TRANSACTION', 'AMOUNT', 'MORE'],
      listed.map((each) => [
        displayTime(each.at),
        each.kind,
        ...[each.orderId, each.paymentId, each.purchaseId].map(id),
        each.amountPaise === null ? '' : formatInr(each.amountPaise),
        brief(each.detail, 60),
      ]),
    )
    return number > listed.length ? `${table}\n\nand ${number - listed.length} more` : table
  },
}

const list: StaffCommand = {
  name: 'payments',
  args: [],
  options: {
    list: { value: 'WHAT', about: 'orders, payments (the default), refunds or receipts' },
    status: {
      value: 'STATE',
      about: `of orders ${statuses.orders.join(', ')}; of payments ${statuses.payments.join(', ')}; of refunds ${statuses.refunds.join(', ')}`,
    },
    from: { value: 'DATE', about: 'from this day on, as YYYY-MM-DD' },
    to: { value: 'DATE', about: 'until the end of this day' },
    course: { value: 'COURSE_ID', about: 'of this course alone' },
    learner: { value: 'PHONE', about: 'of this learner alone' },
    provider: { value: 'NAME', about: 'razorpay, sandbox, desk, or free for courses of ₹0' },
    method: { value: 'METHOD', about: `how it was paid at the desk: ${Object.keys(saleMethods).join(', ')}` },
    after: { value: 'PLACE', about: 'the next page, from the place that the page before names' },
  },
  summary: 'Lists payments, or orders, refunds, receipts, the newest first, with their net sum',
  run: async (ctx, given) => {
    const listed = chosen(given.options.list ?? 'payments', Object.keys(statuses) as Listed[], '--list')
    const filter = await filterOf(ctx, given)
    const after = placeOf(given.options.after)
    const { rows, headings, page } = await tables[listed](ctx, { ...filter, ...narrowed(listed, given) }, { after })
    if (page.number === 0) return `No ${listed}`
    const label = listed === 'payments' || listed === 'receipts' ? 'net' : 'together'
    const count = `${page.number} ${page.number === 1 ? listed.slice(0, -1) : listed}`
    const sums = `${count}, ${formatInr(page.paise)} ${label}, without test payments.`
    const next = page.next ? ` Next: --after ${page.next.at}-${page.next.id}` : ''
    return `${columns(headings, rows)}\n\n${sums}${next}`
  },
}

/** The more special command first: both begin with the same word. */
export const paymentCommands: StaffCommand[] = [check, list]

interface Table {
  headings: string[]
  rows: string[][]
  page: Pick<MoneyPage<unknown>, 'number' | 'paise' | 'next'>
}

type Tabled = (
  ctx: StaffContext,
  filter: MoneyFilter & { status?: never },
  wanted: { after?: Cursor | undefined },
) => Promise<Table>

const tables: Record<Listed, Tabled> = {
  orders: async ({ db }, filter, wanted) => {
    const page = await listOrders(db, filter, wanted)
    const headings = ['ORDER', 'WHEN', 'STATE', 'AMOUNT', 'KIND', 'PROVIDER', 'LEARNER', 'COURSE']
    const rows = page.rows.map((row) => [
      ...[String(row.id), displayTime(row.at), row.status, formatInr(row.amount_paise), row.kind],
      ...[row.provider, ...whose(row)],
    ])
    return { headings, rows, page }
  },
  payments: async ({ db }, filter, wanted) => {
    const page = await listPayments(db, filter, wanted)
    const headings = [
      'PAYMENT',
      'WHEN',
      'STATE',
      'AMOUNT',
      'REFUNDED',
      'LEFT',
      'PROVIDER',
      'REFERENCE',
      'LEARNER',
      'COURSE',
    ]
    const rows = page.rows.map((row) => [
      ...[String(row.id), displayTime(row.at), row.status, formatInr(row.amount_paise)],
      ...[
        row.refunded_paise > 0 ? formatInr(row.refunded_paise) : '',
        formatInr(getLeftPaise(row)),
        row.method ?? row.provider,
      ],
      ...[brief(row.provider_payment_id, 24), ...whose(row)],
    ])
    return { headings, rows, page }
  },
  refunds: async ({ db }, filter, wanted) => {
    const page = await listRefunds(db, filter, wanted)
    const headings = ['REFUND', 'WHEN', 'STATE', 'AMOUNT', 'PAYMENT', 'CREDIT NOTE', 'LEARNER', 'COURSE', 'PROBLEM']
    const rows = page.rows.map((row) => [
      ...[String(row.id), displayTime(row.at), row.status, formatInr(row.amount_paise), String(row.payment_id)],
      ...[row.credit_note_number ?? '', ...whose(row), brief(row.problem ?? '', 40)],
    ])
    return { headings, rows, page }
  },
  receipts: async ({ db }, filter, wanted) => {
    const page = await listReceipts(db, filter, wanted)
    const headings = ['RECEIPT', 'WHEN', 'AMOUNT', 'PLACE OF SUPPLY', 'REFUNDED', 'PAYMENT', 'LEARNER', 'COURSE']
    const rows = page.rows.map((row) => {
      const place = readReceipt(row.receipt)?.place_of_supply
      return [
        ...[row.invoice_number ?? '', displayTime(row.at), formatInr(row.amount_paise), place ? shownState(place) : ''],
        ...[row.refunded_paise > 0 ? formatInr(row.refunded_paise) : '', String(row.id), ...whose(row)],
      ]
    })
    return { headings, rows, page }
  },
}

interface Whose {
  name: string | null
  country_code: string
  phone: string
  title: string
}

function whose({ name, country_code, phone, title }: Whose): string[] {
  return [`${brief(name ?? 'Learner', 18)} (+${country_code} ${phone})`, brief(title, 24)]
}

async function filterOf({ db }: StaffContext, { options }: Given): Promise<MoneyFilter> {
  const { from, to, course, learner, provider } = options
  const otherwise = '--learner must be a phone (of India, or +91 9000000001)'
  return {
    from: from === undefined ? undefined : dayOf(from, '--from'),
    to: to === undefined ? undefined : dayOf(to, '--to') + DAY,
    courseId: course === undefined ? undefined : wholeNumber(course, '--course'),
    userId: learner === undefined ? undefined : (await learnerByPhone(db, learner, otherwise)).id,
    provider,
  }
}

/** What only some of the lists can be narrowed to. */
function narrowed(listed: Listed, { options: { status, method } }: Given): { status?: never; method?: SaleMethod } {
  const some = listed === 'payments' || listed === 'receipts'
  if (method !== undefined && !some) throw new UsageError('--method is for payments and receipts')
  return {
    ...(status !== undefined && { status: chosen(status, statuses[listed] as readonly string[], '--status') as never }),
    ...(method !== undefined && { method: chosen(method, Object.keys(saleMethods) as SaleMethod[], '--method') }),
  }
}

function chosen<Choice extends string>(text: string, choices: readonly Choice[], what: string): Choice {
  const found = choices.find((choice) => choice === text)
  if (found === undefined)
    throw new UsageError(
      choices.length === 0
        ? `${what} is not for these`
        : `${what} must be one of ${choices.join(', ')}, not '${safe(text)}'`,
    )
  return found
}

function dayOf(text: string, what: string): number {
  if (!isDay(text)) throw new UsageError(`${what} must be a day such as 2027-03-31, not '${safe(text)}'`)
  return startOfDay(text)
}

function placeOf(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  const [, at, id] = /^(\d{1,15})-(\d{1,10})$/.exec(text) ?? []
  if (at === undefined) throw new UsageError(`--after must be a place that a page has named, not '${safe(text)}'`)
  return { at: Number(at), id: Number(id) }
}
