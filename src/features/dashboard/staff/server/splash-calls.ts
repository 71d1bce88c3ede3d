import { createOnce } from '#core/calls/create-once.ts'
import { changeContent, makeContent } from '#core/content/change-content.ts'
import { newContentKey } from '#core/content/content-changes.ts'
import { switchSplashes as writeSwitch, writeSplashWords } from '#core/content/content-facts.ts'
import { refuseOtherPicture } from '#core/content/stored-picture.ts'
import type { StaffContext } from '#core/context.ts'
import { storedSite } from '#core/site/site.ts'
import type { Db } from '#db/database.ts'
import type { InputOf, ReplyOf } from '#lib/both/calls/endpoint.ts'
import { conflict } from '#lib/both/calls/errors.ts'
import { MOST_SPLASHES } from '../splash.rules.ts'
import type * as contracts from '../splashes.contract.ts'
import type { StoredSplash } from '../splashes.contract.ts'
import { factsOf, splashFields, splashRow, splashRows, told } from './stored-splashes.ts'

/** Calls about splashes, each in the words of its contract. */

/** Splashes that are withdrawn, a page. */
const PAGE = 25

const done = (message: string) => ({ status: true, success: true, message })

export async function listSplashes(
  { db }: StaffContext,
  { query: { state, before } }: InputOf<typeof contracts.listSplashes>,
): Promise<ReplyOf<typeof contracts.listSplashes>> {
  const enabled = (await storedSite(db))?.enableMarketingSplash ?? false
  if (state === 'used') return { data: await told(db, () => inOrder(db)), next: null, enabled }
  const withdrawn = () =>
    splashRows(db)
      .where('retired', '=', 1)
      .$if(before !== undefined, (query) => query.where('id', '<', before!))
      .orderBy('id', 'desc')
      .limit(PAGE + 1)
      .execute()
  const read = await told(db, withdrawn)
  const data = read.slice(0, PAGE)
  return { data, next: read.length > PAGE ? data.at(-1)!.id : null, enabled }
}

/** Those that are there, in their order: never more than MOST_SPLASHES. */
const inOrder = (db: Db) =>
  splashRows(db).where('retired', '=', 0).orderBy('position').orderBy('id').limit(MOST_SPLASHES).execute()

/** @throws notFound */
export async function getSplash(
  { db }: StaffContext,
  { params: { id } }: InputOf<typeof contracts.getSplash>,
): Promise<ReplyOf<typeof contracts.getSplash>> {
  return oneSplash(db, id)
}

/** @throws notFound */
async function oneSplash(db: Db, id: number): Promise<StoredSplash> {
  const [splash] = await told(db, async () => [await splashRow(db, id)])
  return splash!
}

/** @throws invalid naming the picture; conflict where there are MOST_SPLASHES */
export async function makeSplash(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.makeSplash>,
): Promise<ReplyOf<typeof contracts.makeSplash>> {
  await refuseOtherPictures(ctx, body)
  return createOnce(ctx, async (tx) => {
    const key = newContentKey()
    const { id } = await makeContent(tx, ctx.work(), {
      ...{ kind: 'splash', key, fields: splashFields, action: 'splash made' },
      read: async () => factsOf(tx, await idOf(tx, key)),
      write: async () => {
        await refuseMore(tx)
        const { last } = await tx
          .selectFrom('marketing_splashes')
          .select(({ fn }) => fn.max('position').as('last'))
          .executeTakeFirstOrThrow()
        const row = { key, ...columnsOf(body), position: Number(last ?? -1) + 1 }
        const made = await tx.insertInto('marketing_splashes').values(row).returning('id').executeTakeFirstOrThrow()
        await writeSplashWords(tx, { key, ...wordsOf(body) })
        return { id: made.id, subject: `splash ${made.id}` }
      },
    })
    return { ...done('Saved'), id }
  })
}

/** @throws notFound; conflict `edited` with what it says now; invalid naming the picture */
export async function changeSplash(
  ctx: StaffContext,
  { body }: InputOf<typeof contracts.changeSplash>,
): Promise<ReplyOf<typeof contracts.changeSplash>> {
  const { id, version } = body
  const { key } = await splashRow(ctx.db, id)
  await refuseOtherPictures(ctx, body, await factsOf(ctx.db, id))
  await changeContent(ctx.db, ctx.work(), {
    ...{ kind: 'splash', key, version, fields: splashFields, action: 'splash changed', subject: `splash ${id}` },
    read: (tx) => factsOf(tx, id),
    write: async (tx) => {
      await tx.updateTable('marketing_splashes').set(columnsOf(body)).where('id', '=', id).execute()
      await writeSplashWords(tx, { key, ...wordsOf(body) })
    },
  })
  return { ...done('Saved'), splash: await oneSplash(ctx.db, id) }
}

/** @throws notFound; conflict where it has no neighbour on that side, or is withdrawn */
export async function moveSplash(
  { db, work }: StaffContext,
  { body: { id, to } }: InputOf<typeof contracts.moveSplash>,
): Promise<ReplyOf<typeof contracts.moveSplash>> {
  const { key } = await splashRow(db, id)
  const placeOf = async (tx: Db) => (await inOrder(tx)).findIndex((row) => row.id === id)
  await changeContent(db, work(), {
    ...{ kind: 'splash', key, version: undefined, action: 'splash moved', subject: `splash ${id}` },
    fields: { place: 'order' },
    read: async (tx) => ({ place: (await placeOf(tx)) + 1 }),
    write: async (tx) => {
      const shown = await inOrder(tx)
      const from = await placeOf(tx)
      const neighbour = shown[to === 'up' ? from - 1 : from + 1]
      if (from < 0) throw conflict('This splash is withdrawn', 'conflict')
      if (!neighbour) throw conflict(to === 'up' ? 'It is the first already' : 'It is the last already', 'conflict')
      // Those that are withdrawn keep their places, so that each comes back to where it was.
      const all = (await splashRows(tx).orderBy('position').orderBy('id').execute()).map((row) => row.id)
      const [here, there] = [all.indexOf(id), all.indexOf(neighbour.id)]
      ;[all[here], all[there]] = [all[there]!, all[here]!]
      for (const [position, row] of all.entries())
        await tx
          .updateTable('marketing_splashes')
          .set({ position })
          .where('id', '=', row)
          .where('position', '!=', position)
          .execute()
    },
  })
  return done(to === 'up' ? 'Moved up' : 'Moved down')
}

/** @throws notFound */
export async function withdrawSplash(
  ctx: StaffContext,
  { body: { id } }: InputOf<typeof contracts.withdrawSplash>,
): Promise<ReplyOf<typeof contracts.withdrawSplash>> {
  await show(ctx, id, false)
  return done('Withdrawn')
}

/** @throws notFound; conflict where there are MOST_SPLASHES */
export async function restoreSplash(
  ctx: StaffContext,
  { body: { id } }: InputOf<typeof contracts.restoreSplash>,
): Promise<ReplyOf<typeof contracts.restoreSplash>> {
  await show(ctx, id, true)
  return done('Brought back')
}

async function show({ db, work }: StaffContext, id: number, shown: boolean): Promise<void> {
  const { key } = await splashRow(db, id)
  await changeContent(db, work(), {
    ...{ kind: 'splash', key, version: undefined, fields: splashFields, subject: `splash ${id}` },
    action: shown ? 'splash brought back' : 'splash withdrawn',
    read: (tx) => factsOf(tx, id),
    write: async (tx, { withdrawn }) => {
      if (shown && withdrawn === 1) await refuseMore(tx)
      await tx
        .updateTable('marketing_splashes')
        .set({ retired: shown ? 0 : 1 })
        .where('id', '=', id)
        .execute()
    },
  })
}

/** @throws conflict before the first import */
export async function switchSplashes(
  { db, work }: StaffContext,
  { body: { on } }: InputOf<typeof contracts.switchSplashes>,
): Promise<ReplyOf<typeof contracts.switchSplashes>> {
  await changeContent(db, work(), {
    ...{ kind: 'site', key: 'site', version: undefined, subject: 'splashes' },
    action: on ? 'splashes switched on' : 'splashes switched off',
    fields: { enable_marketing_splash: 'flags' },
    read: async (tx) => ({ enable_marketing_splash: Number((await storedSite(tx))?.enableMarketingSplash ?? false) }),
    write: (tx) => writeSwitch(tx, on),
  })
  return done(on ? 'Learners see splashes' : 'Learners see no splashes')
}

async function refuseMore(tx: Db): Promise<void> {
  if ((await inOrder(tx)).length >= MOST_SPLASHES)
    throw conflict(`There are ${MOST_SPLASHES} splashes. Please withdraw one first.`, 'conflict')
}

async function idOf(tx: Db, key: string): Promise<number> {
  const { id } = await tx.selectFrom('marketing_splashes').select('id').where('key', '=', key).executeTakeFirstOrThrow()
  return id
}

type Fields = InputOf<typeof contracts.makeSplash>['body']

/** @param before pictures that it has are not looked at again */
async function refuseOtherPictures(
  { files }: StaffContext,
  { image, portrait }: Fields,
  before: Record<string, unknown> = {},
): Promise<void> {
  if (image !== before.image) await refuseOtherPicture(files, { field: 'image', address: image, shape: 'wide' })
  if (portrait && portrait !== before.portrait)
    await refuseOtherPicture(files, { field: 'portrait', address: portrait, shape: 'tall' })
}

const columnsOf = ({ image, alt, success }: Fields) => ({ web_image: image, alt, splash_success: success })

const wordsOf = ({ title, text, portrait }: Fields) => ({
  title: title ?? '',
  text: text ?? '',
  portrait: portrait || null,
})
