import { counted } from '#lib/both/text/format.ts'
import { agreedPrice } from '#features/purchases/purchases.rules.ts'
import { DAY } from '#lib/both/time/clock.ts'
import { formatInr } from '#lib/both/money.ts'
import type { Pack, PackCourse } from '../../pack.ts'
import type { PackReader } from '../pack-reader.ts'
import { learnersSchema, paise, type LearnerEntry } from '../../schemas/schemas.ts'
import { isAlwaysAfter, resolveTime } from '../../times.ts'
import type { YamlFile } from '../yaml-file.ts'

/** Reads learners.yaml, after what it refers to; undefined when its shape is wrong. */
export function readLearners(
  reader: PackReader,
  {
    courses,
    groups,
    quizzes,
    webinars,
  }: Pick<Pack, 'courses' | 'quizzes'> & { groups: Pack['groups'] | undefined; webinars: Pack['webinars'] | undefined },
): LearnerEntry[] | undefined {
  const file = reader.yaml('learners.yaml')
  const learners = file?.parse(learnersSchema)?.learners
  if (!file || !learners) return undefined
  const phones = new Set<string>()
  const places = webinars && new Map(webinars.map(({ key, seats = Infinity }) => [key, seats]))
  for (const [index, learner] of learners.entries()) {
    const phone = `+${learner.country_code} ${learner.phone}`
    if (phones.has(phone)) file.problem(['learners', index, 'phone'], `${phone} is there twice`)
    phones.add(phone)
    checkTickets(file, index, learner, reader.now)
    for (const [at, key] of (learner.preference?.groups ?? []).entries()) {
      // Groups that are wrong in themselves have been reported.
      if (!groups || groups.some((group) => group.key === key)) continue
      file.problem(['learners', index, 'preference', 'groups', at], `there is no group '${key}'`)
    }
    for (const [at, { quiz: key, wrong }] of (learner.quizzes ?? []).entries()) {
      const place = ['learners', index, 'quizzes', at]
      const quiz = quizzes.find((each) => each.key === key)
      if (!quiz) file.problem([...place, 'quiz'], `there is no quiz '${key}'`)
      else if (wrong > quiz.questions.length) {
        file.problem([...place, 'wrong'], `is more than the ${counted(quiz.questions.length, 'question')} of '${key}'`)
      }
    }
    for (const [at, key] of (learner.webinars ?? []).entries()) {
      // Webinars that are wrong in themselves have been reported.
      if (!places) break
      const left = places.get(key)
      const place = ['learners', index, 'webinars', at]
      if (left === undefined) file.problem(place, `there is no webinar '${key}'`)
      else if (left === 0) file.problem(place, `'${key}' has no place left`)
      else places.set(key, left - 1)
    }
    const bought = new Set<string>()
    for (const [at, purchase] of (learner.purchases ?? []).entries()) {
      const place = ['learners', index, 'purchases', at]
      if (bought.has(purchase.course)) file.problem([...place, 'course'], `'${purchase.course}' is there twice`)
      bought.add(purchase.course)
      if (!reader.known.courses.has(purchase.course)) {
        file.problem([...place, 'course'], `there is no course '${purchase.course}'`)
      }
      // A course that is wrong in itself has been reported; its chapters are not known then.
      const course = courses.find(({ key }) => key === purchase.course)
      if (course) checkRenewal(file, place, purchase, course, reader.now)
      const chapters = course && new Set(course.sections.flatMap((section) => section.chapters.map(({ key }) => key)))
      for (const [position, key] of (purchase.watched ?? []).entries()) {
        if (chapters && !chapters.has(key)) {
          file.problem([...place, 'watched', position], `course '${purchase.course}' has no chapter '${key}'`)
        }
      }
    }
  }
  return learners
}

type PurchaseEntry = NonNullable<LearnerEntry['purchases']>[number]

/** A renewal paid the rest of the price while the course was open by the first payment, and made it open as long again. */
function checkRenewal(
  file: YamlFile,
  place: (string | number)[],
  { renewed, payment_status, valid_until }: PurchaseEntry,
  course: PackCourse,
  now: number,
): void {
  if (!renewed) return
  const { validity_days: days, price, offer_price, gst } = course
  if (payment_status !== 'closedpymnt') file.problem([...place, 'renewed'], 'renewed needs the status closedpymnt')
  const offer_price_paise = offer_price === undefined ? null : paise(offer_price)
  const { total_paise } = agreedPrice({ price_paise: paise(price), offer_price_paise, gst_percent: gst })
  if (paise(renewed.amount) > total_paise - 100) {
    const total = formatInr(total_paise)
    file.problem(
      [...place, 'renewed', 'amount'],
      `amount must leave a part of the price (${total}) to the first payment`,
    )
  }
  const before = (resolveTime(valid_until, now) - resolveTime(renewed.at, now)) / DAY
  if (before < days || before > 2 * days) {
    file.problem(
      [...place, 'renewed', 'at'],
      `at must be from ${2 * days} to ${counted(days, 'day')} before ${valid_until}`,
    )
  }
}

/** A ticket begins with its learner's own message, goes on in order of time, and is about a course they have bought. */
function checkTickets(file: YamlFile, index: number, learner: LearnerEntry, now: number): void {
  const bought = new Set((learner.purchases ?? []).map(({ course }) => course))
  for (const [at, { course, messages }] of (learner.tickets ?? []).entries()) {
    const place = ['learners', index, 'tickets', at]
    if (course !== undefined && !bought.has(course)) {
      file.problem([...place, 'course'], `the learner has not bought '${course}'`)
    }
    if (messages[0]?.by !== undefined) {
      file.problem([...place, 'messages', 0, 'by'], "the first message must be the learner's own")
    }
    for (const [position, message] of messages.entries()) {
      const before = messages[position - 1]
      if (before && !isAlwaysAfter(message.at, before.at, now)) {
        file.problem([...place, 'messages', position, 'at'], `at (${message.at}) must be after ${before.at}`)
      }
    }
  }
}
