import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '#core/context.ts'
import { siteUrl } from '#core/config.ts'
import type { Db } from '#db/database.ts'
import { conflict, invalid } from '#lib/both/calls/errors.ts'
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
  await keepChallenge(ctx.db, where, options.challenge)
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
  const challenge = await takeChallenge(ctx.db, where)
  const verified = await verifyRegistrationResponse({
    response: jsonOf(response) as RegistrationResponseJSON,
    expectedChallenge: challenge ?? '',
    expectedOrigin: originOf(ctx),
    expectedRPID: relyingParty(ctx),
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!challenge || !verified?.verified) throw invalid({ response: staffMessages.wrongFactor })
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  const known = await ctx.db.selectFrom('staff_factors').select('id').where('credential_id', '=', id).executeTakeFirst()
  if (known) throw conflict('This passkey is known already', 'conflict')
  return {
    kind: 'passkey' as const,
    secret: Buffer.from(publicKey).toString('base64url'),
    credential_id: id,
    transports: JSON.stringify(transports),
    counter,
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
  await keepChallenge(ctx.db, where, options.challenge)
  return JSON.stringify(options)
}

/**
 * Looks at the answer of a passkey.
 * @param response JSON
 * @returns its row, where it is right; its counter is noted
 */
export async function checkPasskey(
  ctx: At,
  where: Proving,
  staffId: number,
  response: string,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const challenge = await takeChallenge(ctx.db, where)
  const given = jsonOf(response) as AuthenticationResponseJSON | undefined
  if (!challenge || typeof given?.id !== 'string') return undefined
  const factor = await ctx.db
    .selectFrom('staff_factors')
    .select(['id', 'secret', 'counter'])
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
      counter: Number(factor.counter),
    },
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  await ctx.db
    .updateTable('staff_factors')
    .set({ counter: verified.authenticationInfo.newCounter, used_at: ctx.now() })
    .where('id', '=', factor.id)
    .execute()
  return factor.id
}

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
