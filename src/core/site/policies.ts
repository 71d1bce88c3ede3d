import { readFact, removeFact, writeFact } from '#db/meta.ts'
import type { Db } from '#db/database.ts'

/** Policies whose texts the content may bring; the site's own texts stand in for terms and privacy policy. */
export const policyKinds = ['terms', 'privacy', 'refunds'] as const
export type PolicyKind = (typeof policyKinds)[number]

/** Day of the last change of each policy that the content has, yyyy-mm-dd. */
export type PolicyDays = Partial<Record<PolicyKind, string>>

/** Key in `meta`. The value is HTML itself: backups look for the addresses of files in it. */
const keyOf = (kind: PolicyKind) => `policy-${kind}`

/** @returns sanitised HTML; undefined where the content has no such policy */
export async function readPolicy(db: Db, kind: PolicyKind): Promise<string | undefined> {
  return readFact(db, keyOf(kind))
}

/**
 * Stores or removes a policy.
 * @param html undefined removes it
 */
export async function writePolicy(db: Db, kind: PolicyKind, html: string | undefined): Promise<void> {
  await (html === undefined ? removeFact(db, keyOf(kind)) : writeFact(db, keyOf(kind), html))
}
