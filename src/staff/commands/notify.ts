import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { clickActions, type ClickAction } from '#features/notifications/notifications.rules.ts'
import { storedWords } from '#features/notifications/staff/server/announcement-words.ts'
import type { FoundReceivers } from '#features/notifications/staff/server/receivers.ts'
import { keepAnnouncement } from '#features/notifications/staff/server/write-announcement.ts'
import type { Db } from '#db/database.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import { ApiError, notFound } from '#lib/both/calls/errors.ts'
import { counted } from '#lib/both/text/format.ts'
import { displayTime } from '#lib/both/time/clock.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { storePublicImage } from '#providers/images/uploaded-image.ts'
import { UsageError } from '#lib/server/command-line.mjs'
import { instantTyped, wholeNumber, workOf, workOptions, type StaffCommand } from '../command.ts'
import { learnerByPhone } from '../learner.ts'
import { safe } from '../print.ts'

const notify: StaffCommand = {
  name: 'notify',
  args: [],
  options: {
    title: { value: 'TEXT', required: true, about: 'one line of at most 120 characters' },
    message: { value: 'TEXT', required: true, about: 'what to say, in Markdown; web addresses become links' },
    html: { about: 'the message is HTML; what learners may not be shown is dropped' },
    to: { value: 'WHO', about: "all (without it), a learner's phone (of India, or +91 9000000001), or course:ID" },
    at: { value: 'TIME', about: "when, in Indian time: '2026-11-30 18:30'; at once without it" },
    action: { value: 'ACTION', about: `what the button does: ${clickActions.join(', ')} (general without it)` },
    target: {
      value: 'TARGET',
      about:
        'what the button leads to: the id of a course, news, article or webinar, a page such as /courses, an address',
    },
    image: { value: 'FILE', about: 'a 16:9 picture: JPEG, PNG, WebP, AVIF or GIF' },
    as: workOptions.as,
  },
  summary: 'Tells learners something, now or later: under their bells, and pushed to the browsers that want it',
  run: async (ctx, given) => {
    const { db, files } = ctx
    const { options } = given
    const { title = '', message = '', target, image } = options
    const action = actionTyped(options.action, target)
    const who = await receivers(db, options.to?.trim() ?? 'all')
    const send_at = options.at === undefined ? null : instantTyped(options.at, '--at')
    const format = options.html === undefined ? 'markdown' : 'html'
    const done = await withPicture(files, image, (address) =>
      inTransaction(db, async (tx) => {
        const words = { title, message, format, image: address, action, target: target ?? null } as const
        return keepAnnouncement(tx, workOf(ctx, given), { ...(await storedWords(tx, words)), send_at }, who.found)
      }),
    ).catch((error: unknown) => {
      throw error instanceof ApiError && error.errors
        ? new ApiError(422, spelt(error.errors), { errors: error.errors })
        : error
    })
    if (!done.sent) return `Notification ${done.id} to ${safe(who.named)} is scheduled for ${displayTime(send_at ?? 0)}`
    return `Notification ${done.id} sent to ${safe(who.named)}; it is pushed to ${counted(done.sent.browsers, 'browser')}`
  },
}

/** @throws UsageError */
function actionTyped(typed: string | undefined, target: string | undefined): ClickAction | null {
  const known = clickActions.find((one) => one === (typed ?? 'general'))
  if (!known) throw new UsageError(`--action must be one of ${clickActions.join(', ')}, not '${safe(typed ?? '')}'`)
  if (typed !== undefined && target === undefined) throw new UsageError('--action needs a --target')
  return target === undefined ? null : known
}

export const notifyCommands: StaffCommand[] = [notify]

/** `--title: At most 120 characters`, so that one sees which option is meant. */
function spelt(errors: Record<string, string>): string {
  return Object.entries(errors)
    .map(([field, message]) => `--${field === 'send_at' ? 'at' : field}: ${message}`)
    .join('\n')
}

async function withPicture<T>(
  files: FileStore,
  image: string | undefined,
  send: (address: string | null) => Promise<T>,
): Promise<T> {
  if (image === undefined) return send(null)
  const bytes = await readFile(image).catch(() => {
    throw new UsageError(`--image: ${image} cannot be read`)
  })
  const file = new File([new Uint8Array(bytes)], path.basename(image))
  const address = await storePublicImage(files, file, 'image', { width: 1280, height: 720, fit: 'cover' })
  try {
    return await send(address)
  } catch (error) {
    await files.remove(address)
    throw error
  }
}

/** @throws notFound when nobody is meant */
async function receivers(db: Db, to: string): Promise<{ found: FoundReceivers; named: string }> {
  const nobody = { courseId: null, learners: undefined }
  if (to === 'all') return { found: { ...nobody, audience: 'all' }, named: 'all learners' }
  if (to.startsWith('course:')) {
    const id = wholeNumber(to.slice('course:'.length), '--to course:ID')
    const course = await db.selectFrom('courses').select('title').where('id', '=', id).executeTakeFirst()
    if (!course) throw notFound(`There is no course ${id}`)
    return { found: { ...nobody, audience: 'course', courseId: id }, named: `the learners of ${course.title}` }
  }
  const learner = await learnerByPhone(db, to, '--to must be all, a phone or course:ID')
  return {
    found: { ...nobody, audience: 'learner', learners: [learner.id] },
    named: `${learner.name ?? 'Learner'} (+${learner.country_code} ${learner.phone})`,
  }
}
