import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { clickActions } from '#features/notifications/notifications.rules.ts'
import { sendNotification, type NewNotification } from '#features/notifications/server/send-notification.ts'
import type { Db } from '#db/database.ts'
import { ApiError, notFound } from '#lib/both/calls/errors.ts'
import { sanitizeLearnerText } from '#lib/server/text/learner-text.ts'
import type { FileStore } from '#providers/files/file-store.ts'
import { storePublicImage } from '#providers/images/uploaded-image.ts'
import { UsageError } from '#lib/server/typed.ts'
import { wholeNumber, type StaffCommand } from '../command.ts'
import { learnerByPhone } from '../learner.ts'
import { safe } from '../print.ts'

const notify: StaffCommand = {
  name: 'notify',
  args: [],
  options: {
    title: { value: 'TEXT', required: true, about: 'one line of at most 120 characters' },
    message: { value: 'TEXT', required: true, about: 'what to say; web addresses become links' },
    html: { about: 'the message is HTML; what learners may not be shown is dropped' },
    to: { value: 'WHO', about: "all (without it), a learner's phone (of India, or +91 9000000001), or course:ID" },
    action: { value: 'ACTION', about: `what the button does: ${clickActions.join(', ')} (general without it)` },
    target: {
      value: 'TARGET',
      about:
        'what the button leads to: the id of a course, news, article or webinar, a page such as /courses, an address',
    },
    image: { value: 'FILE', about: 'a 16:9 picture: JPEG, PNG, WebP, AVIF or GIF' },
  },
  summary: 'Tells learners something: under their bells, and pushed to the browsers that want it',
  run: async ({ db, now, files }, { options }) => {
    const { title = '', message = '', action = 'general', target, image } = options
    const known = clickActions.find((one) => one === action)
    if (!known) throw new UsageError(`--action must be one of ${clickActions.join(', ')}, not '${safe(action)}'`)
    if (options.action !== undefined && target === undefined) throw new UsageError('--action needs a --target')
    const who = await receivers(db, options.to?.trim() ?? 'all')
    const told: NewNotification = {
      to: who.to,
      kind: 'announcements',
      title,
      message: options.html === undefined ? `<p>${sanitizeLearnerText(message)}</p>` : message,
      action: known,
      target: target ?? null,
    }
    const id = await withPicture(files, image, (address) =>
      sendNotification({ db, now }, { ...told, image: address }),
    ).catch((error: unknown) => {
      throw error instanceof ApiError && error.errors
        ? new ApiError(422, spelt(error.errors), { errors: error.errors })
        : error
    })
    const { browsers } = await db
      .selectFrom('push_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('browsers'))
      .where('notification_id', '=', id ?? 0)
      .executeTakeFirstOrThrow()
    const pushed = browsers === 1 ? '1 browser' : `${browsers} browsers`
    return `Notification ${id} sent to ${safe(who.named)}; it is pushed to ${pushed}`
  },
}

export const notifyCommands: StaffCommand[] = [notify]

/** `--title: At most 120 characters`, so that one sees which option is meant. */
function spelt(errors: Record<string, string>): string {
  return Object.entries(errors)
    .map(([field, message]) => `--${field}: ${message}`)
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
async function receivers(db: Db, to: string): Promise<{ to: NewNotification['to']; named: string }> {
  if (to === 'all') return { to: 'all', named: 'all learners' }
  if (to.startsWith('course:')) {
    const id = wholeNumber(to.slice('course:'.length), '--to course:ID')
    const course = await db.selectFrom('courses').select('title').where('id', '=', id).executeTakeFirst()
    if (!course) throw notFound(`There is no course ${id}`)
    return { to: { courseId: id }, named: `the learners of ${course.title}` }
  }
  const learner = await learnerByPhone(db, to, '--to must be all, a phone or course:ID')
  return {
    to: { userId: learner.id },
    named: `${learner.name ?? 'Learner'} (+${learner.country_code} ${learner.phone})`,
  }
}
