import type { AuthenticationResponseJSON, CredentialDeviceType, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '#core/context.ts'
import { siteUrl } from '#core/config.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#lib/both/calls/errors.ts'
import { jsonOf } from '#lib/server/stored.ts'
import { keepChallenge, takeChallenge, type Proving } from './proving.ts'
import { staffMessages } from '../staff.rules.ts'

/** Passkeys (W3C Web Authentication, level 3), as the second factor: the phone's code came before. */

/** Loaded when somebody has one: it is large, and few ever do. */
const library = () => import('@simplewebauthn/server')

type At = Pick<Context, 'db' | 'config' | 'now'>

/** What a browser needs to make a passkey for somebody, as JSON. */
export async function newPasskeyOptions(
  ctx: At & Pick<Context, 'site'>,
  where: Proving,
  { id, name, phone }: { id: number; name: string; phone: string },
): Promise<string> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: (await ctx.site()).name,
    rpID: relyingParty(ctx),
    userName: phone,
    userDisplayName: name,
    userID: new TextEncoder().encode(`staff ${id}`),
    attestationType: 'none',
    excludeCredentials: await credentialsOf(ctx.db, id),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  await keepChallenge(ctx.db, where, 'new_challenge', options.challenge)
  return JSON.stringify(options)
}

/**
 * Reads what a browser says of a passkey that it made.
 * @param response JSON
 * @returns what is stored of it
 * @throws invalid of one that was not asked for
 */
export async function readNewPasskey(ctx: At, where: Proving, response: string) {
  const { verifyRegistrationResponse } = await library()
  const challenge = await takeChallenge(ctx.db, where, 'new_challenge')
  const verified = await verifyRegistrationResponse({
    response: jsonOf(response) as RegistrationResponseJSON,
    expectedChallenge: challenge ?? '',
    expectedOrigin: originOf(ctx),
    expectedRPID: relyingParty(ctx),
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!challenge || !verified?.verified) throw invalid({ response: staffMessages.wrongFactor })
  const { credential, credentialDeviceType } = verified.registrationInfo
  const { id, publicKey, counter, transports = [] } = credential
  return {
    kind: 'passkey' as const,
    secret: Buffer.from(publicKey).toString('base64url'),
    credential_id: id,
    transports: JSON.stringify(transports),
    counter,
    backup_eligible: isEligible(credentialDeviceType),
  }
}

/** What a browser needs to answer with one of somebody's passkeys, as JSON. */
export async function passkeyOptions(ctx: At, where: Proving, staffId: number): Promise<string> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx),
    allowCredentials: await credentialsOf(ctx.db, staffId),
    userVerification: 'preferred',
  })
  await keepChallenge(ctx.db, where, 'challenge', options.challenge)
  return JSON.stringify(options)
}

/**
 * Checks the answer of a passkey, and stores its counter.
 * @param response JSON
 * @returns its row where the answer is right; undefined also where the counter shows a copy of the passkey
 */
export async function checkPasskey(
  ctx: At,
  where: Proving,
  staffId: number,
  response: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const challenge = await takeChallenge(ctx.db, where, 'challenge')
  const given = jsonOf(response) as AuthenticationResponseJSON | undefined
  if (!challenge || typeof given?.id !== 'string') return undefined
  const factor = await ctx.db
    .selectFrom('staff_factors')
    .select(['id', 'secret', 'backup_eligible'])
    .where('staff_id', '=', staffId)
    .where('credential_id', '=', given.id)
    .executeTakeFirst()
  if (!factor) return undefined
  const verified = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: challenge,
    expectedOrigin: originOf(ctx),
    expectedRPID: relyingParty(ctx),
    credential: {
      id: given.id,
      publicKey: new Uint8Array(Buffer.from(factor.secret, 'base64url')),
      // The counter is checked below, in one statement with its change.
      counter: 0,
    },
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  const { newCounter, credentialBackedUp, credentialDeviceType } = verified.authenticationInfo
  const backup_eligible = isEligible(credentialDeviceType)
  // The backup eligibility of a passkey never changes (W3C Web Authentication, level 3, section 6.1.3).
  if (factor.backup_eligible !== null && factor.backup_eligible !== backup_eligible) return undefined
  return storeCounter(ctx.db, factor.id, {
    counter: newCounter,
    isSynced: credentialBackedUp,
    backup_eligible,
    now: ctx.now(),
  })
}

/**
 * Stores the counter of an answer in the statement that checks it, so that one of two answers with the same counter is taken,
 * also at the same moment. Passkeys that do not count send 0 each time. Devices that share a synced passkey count apart, so a
 * lower counter of one is no sign of a copy.
 * @returns the row; undefined where the counter is refused
 */
async function storeCounter(
  db: Db,
  id: number,
  {
    counter,
    isSynced,
    backup_eligible,
    now,
  }: { counter: number; isSynced: boolean; backup_eligible: number; now: number },
): Promise<number | undefined> {
  const stored = await db
    .updateTable('staff_factors')
    .set({ counter, backup_eligible, used_at: now })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('counter', isSynced ? '!=' : '<', counter),
        where.and([where('counter', '=', 0), where.val(counter === 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

/** As `staff_factors.backup_eligible` has it. */
const isEligible = (type: CredentialDeviceType): number => Number(type === 'multiDevice')

async function credentialsOf(db: Db, staffId: number) {
  const rows = await db
    .selectFrom('staff_factors')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', staffId)
    .where('kind', '=', 'passkey')
    .execute()
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id!,
    transports: (jsonOf(transports) ?? []) as string[],
  }))
}

const originOf = ({ config }: At) => new URL(siteUrl(config)).origin
const relyingParty = ({ config }: At) => new URL(siteUrl(config)).hostname
