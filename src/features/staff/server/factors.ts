import type { Context } from '#core/context.ts'
import { inTransaction } from '#db/statements/transaction.ts'
import type { Db } from '#db/database.ts'
import { deviceOf, UNKNOWN_DEVICE } from '#features/profile/profile.rules.ts'
import { conflict, invalid } from '#lib/both/calls/errors.ts'
import { authenticatorUri, codeOfCount, newSecret, same, stepOf } from './authenticator.ts'
import { keepSecret, keptSecret, takeSecret, type Proving } from './proving.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { staffMessages } from '../staff.rules.ts'
import type { FactorKind } from '../staff.tables.ts'

/** Second factors of somebody of the staff, in the order in which they came. */
export function listFactors(db: Db, staffId: number) {
  return db
    .selectFrom('staff_factors')
    .select(['id', 'kind', 'name', 'created_at', 'used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute()
}

/**
 * Looks at a code of an authenticator. None is taken twice, also not by two requests at once.
 * @returns whether it is right
 * @throws invalid `code` of one that was right and is used
 */
export async function checkAuthenticator(db: Db, staffId: number, code: string, now: number): Promise<boolean> {
  const factors = await db
    .selectFrom('staff_factors')
    .select(['id', 'kind', 'secret', 'counter'])
    .where('staff_id', '=', staffId)
    .where('kind', '!=', 'passkey')
    .execute()
  let used = false
  for (const { id, kind, secret, counter } of factors) {
    const at = Number(counter)
    const next =
      kind === 'counter' ? (same(codeOfCount(secret, at), code) ? at + 1 : undefined) : stepOf(secret, code, now, at)
    if (next === 'used') used = true
    if (typeof next !== 'number') continue
    const taken = await db
      .updateTable('staff_factors')
      .set({ counter: next, used_at: now })
      .where('id', '=', id)
      .where('counter', '=', counter)
      .returning('id')
      .executeTakeFirst()
    if (taken) return true
    used = true
  }
  if (used) throw invalid({ code: staffMessages.usedCode })
  return false
}

/** Begins to add an authenticator. @returns its secret, and the address that apps read */
export async function offerAuthenticator(
  ctx: Pick<Context, 'db' | 'site'>,
  where: Proving,
  label: string,
): Promise<{ secret: string; uri: string }> {
  const secret = newSecret()
  await keepSecret(ctx.db, where, secret)
  return { secret, uri: authenticatorUri((await ctx.site()).name, label, secret) }
}

/** What is stored of an authenticator whose first code is right. @throws invalid `code` */
export async function readNewAuthenticator(db: Db, where: Proving, code: string, now: number) {
  const secret = await keptSecret(db, where)
  const step = secret === undefined ? undefined : stepOf(secret, code, now, 0)
  // Stored twice, one factor would take the code that the other has taken.
  if (secret === undefined || typeof step !== 'number' || !(await takeSecret(db, where, secret)))
    throw invalid({ code: staffMessages.wrongFactor })
  const none = { credential_id: null, transports: '[]', backup_eligible: null }
  return { kind: 'authenticator' as const, secret, ...none, counter: step }
}

export interface NewFactor {
  kind: FactorKind
  secret: string
  credential_id: string | null
  transports: string
  counter: number
  backup_eligible: number | null
}

/** Only members without a second factor set one up in a log-in. @throws conflict */
export async function refuseSecond(db: Db, staffId: number): Promise<void> {
  if ((await listFactors(db, staffId)).length > 0) throw conflict('There is a second factor already', 'conflict')
}

/**
 * Adds a second factor. A name that another factor of the member has gets a number: 'Chrome on Android 2'.
 * @returns recovery codes in clear, of which the first factor alone brings new ones
 * @throws conflict when the passkey is registered already, for this member or another one
 */
export function addFactor(
  db: Db,
  { staffId, name, factor, now }: { staffId: number; name: string; factor: NewFactor; now: number },
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const before = await listFactors(tx, staffId)
    await tx
      .insertInto('staff_factors')
      .values({ staff_id: staffId, name: freeName(before, name), created_at: now, used_at: null, ...factor })
      .onConflict((conflicting) => conflicting.column('credential_id').doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => conflict('This passkey is known already', 'conflict'))
    return before.length === 0 ? makeRecoveryCodes(tx, staffId) : []
  })
}

/** Name of a passkey that its owner has not named: browser and system. */
export function passkeyName({ userAgent }: Pick<Context, 'userAgent'>): string {
  const { name } = deviceOf(userAgent)
  return name === UNKNOWN_DEVICE ? 'Passkey' : name
}

function freeName(taken: readonly { name: string }[], wanted: string): string {
  const names = new Set(taken.map(({ name }) => name))
  let name = wanted
  for (let number = 2; names.has(name); number += 1) name = `${wanted} ${number}`
  return name
}
