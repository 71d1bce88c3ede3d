import { thisMachine } from '#core/clock/machine.ts'
import { siteTime } from '#core/clock/watch-clock.ts'
import type { StaffWork } from '#core/staff/staff-log.ts'
import { giveAttempts } from '#features/exams/staff/server/extra/extra-attempts.ts'
import { giveTime, openAttemptOf } from '#features/exams/staff/server/extra/give-time.ts'
import { counted } from '#lib/both/text/format.ts'
import { indianDateTime } from '#lib/both/time/clock.ts'
import { wholeNumber, workOf, workOptions, type Given, type StaffCommand, type StaffContext } from '../command.ts'
import { learnerByPhone } from '../learner.ts'
import { safe } from '../print.ts'

const time: StaffCommand = {
  name: 'exam extra-time',
  args: ['PHONE', 'EXAM_ID', 'MINUTES'],
  options: workOptions,
  summary:
    'Gives a learner who is in an exam more time, also beyond its closing; their screen follows within ten seconds',
  run: async (ctx, given) => {
    const { learner, examId, named } = await meantBy(ctx, given)
    const minutes = wholeNumber(given.args[2]!, 'MINUTES')
    const attemptId = await openAttemptOf(ctx.db, learner.id, examId)
    const { deadline_at, closes_at } = await giveTime(ctx, await workNow(ctx, given), { attemptId, minutes })
    const beyond = deadline_at > closes_at ? `, after the exam closes at ${indianDateTime(closes_at)}` : ''
    return `${named} has ${counted(minutes, 'more minute')}: until ${indianDateTime(deadline_at)}${beyond}`
  },
}

const attempts: StaffCommand = {
  name: 'exam extra-attempts',
  args: ['PHONE', 'EXAM_ID', 'N'],
  options: workOptions,
  summary: 'Lets a learner make more attempts of an exam; what was scored stays',
  run: async (ctx, given) => {
    const { learner, examId, named } = await meantBy(ctx, given)
    const more = wholeNumber(given.args[2]!, 'N')
    const work = await workNow(ctx, given)
    const { allowed, extra, used } = await giveAttempts(ctx, work, { userId: learner.id, examId, attempts: more })
    return `${named} may make ${counted(allowed + extra, 'attempt')} of exam ${examId}, and has used ${used}`
  },
}

async function meantBy({ db }: StaffContext, { args: [phone = '', exam = ''] }: Given) {
  const examId = wholeNumber(exam, 'EXAM_ID')
  const learner = await learnerByPhone(db, phone, 'PHONE must be a phone (of India, or +91 9000000001)')
  return { learner, examId, named: safe(learner.name ?? `+${learner.country_code} ${learner.phone}`) }
}

/** By the site's time, by which exams go, whatever this machine's clock says. */
async function workNow(ctx: StaffContext, given: Given): Promise<StaffWork> {
  return { ...workOf(ctx, given), now: (await siteTime(ctx.db, thisMachine))() }
}

export const examGifts: StaffCommand[] = [time, attempts]
