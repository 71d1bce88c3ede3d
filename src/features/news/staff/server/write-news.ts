import { createOnce } from '#core/calls/create-once.ts'
import { changeContent, makeContent } from '#core/content/change-content.ts'
import { newContentKey } from '#core/content/content-changes.ts'
import { refuseOtherPicture } from '#core/content/stored-picture.ts'
import { keepSources } from '#core/content/text-sources.ts'
import { renderWritten, type WrittenText } from '#core/content/written-text.ts'
import type { StaffContext } from '#core/context.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { newsProblems } from '../news-entry.rules.ts'
import type * as contracts from '../news-entries.contract.ts'
import { nameCategory, tidyCategories } from './categories.ts'
import { newsEntry } from './read-news.ts'
import { factsOf, markdownOf, newsFields, storedNewsEntry, type StoredNewsEntry } from './stored-news.ts'

type Fields = InputOf<typeof contracts.makeNews>['body']

const done = (message: string) => ({ status: true, success: true, message })

const read = (id: number) => async (tx: Db) => factsOf(await storedNewsEntry(tx, id))

/** @throws invalid naming the field, with the line of the first mistake where it is the text of the page */
export async function makeNews(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.makeNews>,
): Promise<ReplyOf<typeof contracts.makeNews>> {
  const page = await pageOf(ctx, body)
  await refuseOtherPicture(ctx.files, { field: 'image', address: body.image, shape: 'wide' })
  return createOnce(ctx, async (tx) => {
    const work = ctx.work()
    const key = newContentKey()
    const row = { ...columnsOf(body, page), key, published_at: body.published_at ?? work.now, published_rule: null }
    const { id } = await makeContent(tx, work, {
      ...{ kind: 'news', key, fields: newsFields, action: 'news made' },
      read: async () => factsOf(await entryOf(tx, key)),
      write: async () => {
        const made = await tx
          .insertInto('news')
          .values({ ...row, category_id: await nameCategory(tx, body.category) })
          .returning('id')
          .executeTakeFirstOrThrow()
        await keepPage(tx, key, page)
        return { id: made.id, subject: `news ${made.id}` }
      },
    })
    return { ...done('Saved'), id }
  })
}

/** @throws notFound; conflict `edited` with what it says now; invalid as makeNews */
export async function changeNews(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.changeNews>,
): Promise<ReplyOf<typeof contracts.changeNews>> {
  const { id, version, image, published_at, published_was } = body
  const before = await storedNewsEntry(ctx.db, id)
  const page = await pageOf(ctx, body, before)
  if (image !== before.image) await refuseOtherPicture(ctx.files, { field: 'image', address: image, shape: 'wide' })
  const work = ctx.work()
  const time =
    published_at !== null && published_at === published_was
      ? {}
      : { published_at: published_at ?? work.now, published_rule: null }
  await changeContent(ctx.db, work, {
    ...{ kind: 'news', key: before.key, version, fields: newsFields, action: 'news changed', subject: `news ${id}` },
    read: read(id),
    write: async (tx) => {
      await tx
        .updateTable('news')
        .set({ ...columnsOf(body, page), ...time, category_id: await nameCategory(tx, body.category) })
        .where('id', '=', id)
        .execute()
      await keepPage(tx, before.key, page)
      await tidyCategories(tx)
    },
  })
  return { ...done('Saved'), entry: await newsEntry(ctx, id) }
}

/** @throws notFound */
export async function withdrawNews(
  ctx: StaffContext,
  { body: { id } }: InputOf<typeof contracts.withdrawNews>,
): Promise<ReplyOf<typeof contracts.withdrawNews>> {
  await show(ctx, id, false)
  return done('Withdrawn')
}

/** @throws notFound */
export async function restoreNews(
  ctx: StaffContext,
  { body: { id } }: InputOf<typeof contracts.restoreNews>,
): Promise<ReplyOf<typeof contracts.restoreNews>> {
  await show(ctx, id, true)
  return done('Brought back')
}

async function show({ db, work }: StaffContext, id: number, shown: boolean): Promise<void> {
  const { key } = await storedNewsEntry(db, id)
  await changeContent(db, work(), {
    ...{ kind: 'news', key, fields: newsFields, subject: `news ${id}`, version: undefined },
    action: shown ? 'news brought back' : 'news withdrawn',
    read: read(id),
    write: async (tx) => {
      await tx
        .updateTable('news')
        .set({ retired: shown ? 0 : 1 })
        .where('id', '=', id)
        .execute()
      await tidyCategories(tx)
    },
  })
}

async function entryOf(tx: Db, key: string): Promise<StoredNewsEntry> {
  const { id } = await tx.selectFrom('news').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return storedNewsEntry(tx, id)
}

/** What becomes of the text of a page: another, none, or what it was. */
type Page = WrittenText | 'none' | 'kept'

/** @throws invalid naming `body`, `title`, `link` or `keep_page` */
async function pageOf(
  ctx: StaffContext,
  fields: Fields & { keep_page?: boolean },
  before?: StoredNewsEntry,
): Promise<Page> {
  const { title, link, keep_page = false } = fields
  const text = fields.body ?? ''
  const isWritten = text.trim() !== ''
  const isKept = keep_page && before !== undefined && before.body_html !== null
  if (isKept && isWritten) throw invalid({ keep_page: 'Please untick this to replace the text of its page' })
  const problems = newsProblems({ title, link, hasPage: isKept || isWritten })
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.map(({ field, problem }) => [field, problemWords[problem]])))
  if (isKept) return 'kept'
  if (!isWritten) return 'none'
  if (before?.source && text === markdownOf(before)) return 'kept'
  return renderWritten(ctx, { field: 'body', name: 'body', text, before: before?.source })
}

const problemWords = {
  'title missing': 'A page needs a title',
  'title without page': 'Only a page has a title: please write its text, or leave this empty',
  'link missing': 'Without a page of its own it must lead somewhere: please enter an address, or write a text',
}

function columnsOf({ title, text, link, image, alt }: Fields, page: Page) {
  return {
    title: title || null,
    description: text,
    link: link ?? '',
    ...{ image, alt },
    ...(page !== 'kept' && { body_html: page === 'none' ? null : page.html }),
  }
}

async function keepPage(tx: Db, key: string, page: Page): Promise<void> {
  if (page === 'kept') return
  const written = page === 'none' ? { html: [], source: undefined } : { html: [page.html], source: page.source }
  await keepSources(tx, 'news', [{ key, ...written }])
}
