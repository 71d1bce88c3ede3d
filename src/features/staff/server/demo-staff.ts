import type { StaffWork } from '#core/staff/staff-log.ts'
import type { Db } from '#db/database.ts'
import { codeOfCount, newSecret } from './authenticator.ts'
import { addStaff, type NewStaff } from './change-staff.ts'

/** Staff of the demo, whose second factor is a list of codes by count that the outbox shows. */

/** Adds somebody, unless somebody has the phone. */
export async function addDemoStaff(tx: Db, work: StaffWork, given: NewStaff): Promise<void> {
  const known = await tx
    .selectFrom('staff')
    .select('id')
    .where('country_code', '=', given.countryCode)
    .where('phone', '=', given.phone)
    .executeTakeFirst()
  if (known) return
  const id = await addStaff(tx, work, given)
  await tx
    .insertInto('staff_factors')
    .values({
      staff_id: id,
      kind: 'counter',
      name: 'Code of the demo',
      secret: newSecret(),
      credential_id: null,
      created_at: work.now,
      used_at: null,
    })
    .execute()
}

/** A second factor as the outbox shows it. */
export interface DemoCode {
  /** With plus sign and country code. */
  to: string
  channel: 'authenticator'
  /** The code that is taken next. */
  code: string
  /** Milliseconds since 1970: when it was asked for last. */
  sent_at: number
}

/** The codes that the second factors of the demo's staff take next. */
export async function listDemoCodes(db: Db): Promise<DemoCode[]> {
  const rows = await db
    .selectFrom('staff_factors as factor')
    .innerJoin('staff', 'staff.id', 'factor.staff_id')
    .select(['staff.country_code', 'staff.phone', 'factor.secret', 'factor.counter', 'factor.created_at'])
    .select(({ selectFrom }) =>
      selectFrom('staff_log_ins as entry')
        .select(({ fn }) => fn.max<number | null>('entry.proved_at').as('asked'))
        .whereRef('entry.staff_id', '=', 'staff.id')
        .as('asked'),
    )
    .where('factor.kind', '=', 'counter')
    .orderBy('factor.id')
    .execute()
  return rows.map(({ country_code, phone, secret, counter, created_at, asked }) => ({
    to: `+${country_code}${phone}`,
    channel: 'authenticator',
    code: codeOfCount(secret, Number(counter)),
    sent_at: Number(asked ?? created_at),
  }))
}
