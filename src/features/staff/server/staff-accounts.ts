import * as z from 'zod/mini'
import type { Db } from '#db/database.ts'
import { notFound } from '#lib/both/calls/errors.ts'
import { rolesIn, type StaffRole } from '#lib/both/staff-roles.ts'
import { readStored } from '#lib/server/stored.ts'

const stored = z.array(z.string())

/** The roles that a row holds. */
export function readRoles(text: string): StaffRole[] {
  return rolesIn(readStored(stored, text, 'The roles of a member of the staff'))
}

/** Everybody of the staff, also who has left; those who are there first, by name. */
export async function listStaff(db: Db) {
  const rows = await db
    .selectFrom('staff')
    .select(['id', 'name', 'country_code', 'phone', 'roles', 'version', 'created_at', 'last_logged_on', 'left_at'])
    .select(({ selectFrom }) => [
      selectFrom('staff_factors')
        .select(({ fn }) => fn.countAll<number>().as('factors'))
        .whereRef('staff_factors.staff_id', '=', 'staff.id')
        .as('factors'),
    ])
    .orderBy('left_at')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows
    .map((row) => ({ ...row, factors: row.factors ?? 0, roles: readRoles(row.roles) }))
    .sort((one, other) => Number(one.left_at !== null) - Number(other.left_at !== null))
}

/** Changes to somebody's ways in come one after the other: who comes second waits here, and sees what the first did. */
export async function takeStaffTurn(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('staff')
    .set(({ ref }) => ({ version: ref('version') }))
    .where('id', '=', id)
    .execute()
}

/** Somebody of the staff, also who has left; undefined of a phone of nobody. */
export async function staffByPhone(db: Db, { countryCode, phone }: { countryCode: string; phone: string }) {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where('country_code', '=', countryCode)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row && { ...row, roles: readRoles(row.roles) }
}

/** @throws notFound */
export async function staffNumbered(db: Db, id: number) {
  const row = await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('There is nobody of the staff with this number')
  return { ...row, roles: readRoles(row.roles) }
}
