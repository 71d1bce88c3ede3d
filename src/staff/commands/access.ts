import { moveAccess } from '#features/purchases/staff/access/server/move-access.ts'
import { endAccess, extendAccess, grantAccess } from '#features/purchases/server/access.ts'
import { enterSale } from '#features/purchases/server/orders/enter-sale.ts'
import { MOST_DAYS, saleQuestions, validUntil, type SaleQuestion } from '#features/purchases/purchases.rules.ts'
import { saleMethods, type SaleMethod } from '#features/purchases/receipts/receipt.rules.ts'
import { stateTyped } from '#lib/both/gst-states.ts'
import { indianDate, indianDay, indianTime } from '#lib/both/time/clock.ts'
import { ApiError, conflict } from '#lib/both/calls/errors.ts'
import { formatInr } from '#lib/both/money.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import {
  rupeesTyped,
  wholeNumber,
  workOf,
  workOptions,
  type Given,
  type StaffCommand,
  type StaffContext,
} from '../command.ts'
import { learnerByPhone } from '../learner.ts'
import { safe } from '../print.ts'

const args = ['PHONE', 'COURSE_ID']

/** For how long a course is opened. */
export const span = {
  days: { value: 'N', about: 'how many days; default: as many as a sale gives' },
  until: { value: 'DATE', about: 'or until the end of this day, as YYYY-MM-DD' },
}

const grant: StaffCommand = {
  name: 'access grant',
  args,
  options: { ...span, ...workOptions },
  summary: 'Opens a course for a learner without a payment, and tells them',
  run: async (ctx, given) => {
    const meant = await meantBy(ctx, given)
    const until = await grantAccess(ctx.db, workOf(ctx, given), { ...meant, ...spanOf(given) })
    return `${meant.named} has course ${meant.courseId} until ${indianDate(until)}`
  },
}

const extend: StaffCommand = {
  name: 'access extend',
  args,
  options: { ...span, ...workOptions },
  summary: 'Keeps a course open for longer, also one that has expired, and tells its learner',
  run: async (ctx, given) => {
    const meant = await meantBy(ctx, given)
    const until = await extendAccess(ctx.db, workOf(ctx, given), { ...meant, ...spanOf(given) })
    return `${meant.named} has course ${meant.courseId} until ${indianDate(until)}`
  },
}

const end: StaffCommand = {
  name: 'access end',
  args,
  options: workOptions,
  summary: 'Ends a course for a learner now: it was granted by mistake, or the money went back',
  run: async (ctx, given) => {
    const meant = await meantBy(ctx, given)
    await endAccess(ctx.db, workOf(ctx, given), meant)
    return `Course ${meant.courseId} has ended for ${meant.named}`
  },
}

const move: StaffCommand = {
  name: 'access move',
  args: ['PHONE', 'COURSE_ID', 'TO_COURSE_ID'],
  options: workOptions,
  summary: 'Ends one course of a learner and gives its remaining days to another, and tells them',
  run: async (ctx, given) => {
    const { userId, courseId: from, named } = await meantBy(ctx, given)
    const to = wholeNumber(given.args[2] ?? '', 'TO_COURSE_ID')
    const until = await moveAccess(ctx.db, workOf(ctx, given), { userId, from, to })
    return `${named} has course ${to} until ${indianDate(until)}, and course ${from} no more`
  },
}

const sale: StaffCommand = {
  name: 'sale',
  args,
  options: {
    method: { value: 'HOW', required: true, about: `how it was paid: ${Object.keys(saleMethods).join(', ')}` },
    reference: {
      value: 'TEXT',
      required: true,
      about: 'number of the slip or the transfer; typed twice, it is entered once',
    },
    amount: { value: 'RUPEES', about: 'with GST; default: the price now, or what is left to pay' },
    state: {
      value: 'STATE',
      about: "of the buyer, by name or GST code, or 'Outside India'; default: the one they named last, or the seller's",
    },
    confirm: {
      value: 'FIELDS',
      about: `enters it although it is unusual: ${saleQuestions.join(', ')}, with commas between them`,
    },
    ...workOptions,
    as: { value: 'NAME', about: 'who sold, for the log and for the learner' },
  },
  summary: 'Enters a sale made elsewhere: opens the course, with a receipt, and tells the learner',
  run: async (ctx, given) => {
    const meant = await meantBy(ctx, given)
    const { method = '', reference = '', amount, state, confirm = '' } = given.options
    if (!isMethod(method))
      throw new UsageError(`--method must be one of ${Object.keys(saleMethods).join(', ')}, not '${safe(method)}'`)
    const entered = await enterSale(ctx, workOf(ctx, given), {
      ...meant,
      method,
      reference,
      amountPaise: amount === undefined ? undefined : rupeesTyped(amount, '--amount'),
      state: state === undefined ? undefined : stateIn(state),
      seller: given.options.as?.trim() || null,
      confirmed: questionsIn(confirm),
    }).catch(explainQuestions)
    const facts = `receipt ${entered.receipt}, ${formatInr(entered.amountPaise)}, transaction ${entered.purchase}`
    if (entered.before) return `It was already entered: ${facts}`
    return `${meant.named} has course ${meant.courseId} until ${indianDate(entered.until)}: ${facts}`
  },
}

export const accessCommands: StaffCommand[] = [grant, extend, end, move, sale]

/** The learner and the course that were typed. */
async function meantBy({ db }: StaffContext, { args: [phone = '', course = ''] }: Given) {
  const courseId = wholeNumber(course, 'COURSE_ID')
  const learner = await learnerByPhone(db, phone, 'PHONE must be a phone (of India, or +91 9000000001)')
  const named = safe(`${learner.name ?? 'Learner'} (+${learner.country_code} ${learner.phone})`)
  return { userId: learner.id, courseId, named }
}

/** For how long, as it was typed. */
export function spanOf({ options: { days, until } }: Given): { days?: number; until?: number } {
  if (days !== undefined && until !== undefined) throw new UsageError('Use either --days or --until')
  if (until !== undefined) return { until: endOfDay(until) }
  if (days === undefined) return {}
  const number = wholeNumber(days, '--days')
  if (number > MOST_DAYS) throw new UsageError(`--days must be at most ${MOST_DAYS}, not '${days}'`)
  return { days: number }
}

function endOfDay(text: string): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  const start = indianTime(Number(year), Number(month), Number(day))
  if (Number.isNaN(start) || indianDay(start) !== text || Number(year) > 2100)
    throw new UsageError(`--until must be a day such as 2027-03-31, not '${safe(text)}'`)
  return validUntil(start, 0)
}

/** @throws UsageError */
function questionsIn(text: string): SaleQuestion[] {
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.find((name) => name !== '' && !saleQuestions.some((known) => known === name))
  if (wrong !== undefined) throw new UsageError(`--confirm takes ${saleQuestions.join(', ')}, not '${safe(wrong)}'`)
  return saleQuestions.filter((name) => names.includes(name))
}

/** @throws the error, with how to go on where it asks for confirmation */
function explainQuestions(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'needs_confirmation') throw error
  const names = Object.keys(error.errors ?? {}).join(',')
  throw conflict(`${error.message} To enter it anyway, add --confirm ${names}`, 'needs_confirmation')
}

const isMethod = (text: string): text is SaleMethod => Object.hasOwn(saleMethods, text)

function stateIn(text: string): string {
  const code = stateTyped(text)
  if (code === undefined)
    throw new UsageError(
      `--state must be a state such as Kerala, its GST code, or 'Outside India', not '${safe(text)}'`,
    )
  return code
}
