import type { Kysely } from 'kysely'
import type { Services } from '#core/context.ts'
import type { Database } from '#db/database.ts'
import type { InputOf } from '#lib/both/calls/endpoint.ts'
import { boundedMemory, memoryOfEach } from '#lib/server/bounded-memory.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import type { movedEnd as contract } from '../../take.contract.ts'

/** How old the answer may be: a process asks the database once in this time, however many candidates ask. */
const FRESH = SECOND

/** Bytes of the memory, and of an attempt in it. */
const MOST = 5_000_000
const ENTRY = 50

/** The newest extension by attempt, of attempts that may still be under way: as many as staff have given time to. */
type Moves = Map<number, number>

const kept = memoryOfEach<Kysely<Database>, Moves>(() => boundedMemory(MOST, ({ size }) => ENTRY * size))

/**
 * Tells whether staff have moved the end of an attempt. Every running screen asks it every eight seconds, so it is answered
 * from memory, of anybody who asks: the number says nothing by itself, and what it stands for is told to its learner alone.
 */
export async function movedEnd(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { params }: Pick<InputOf<typeof contract>, 'params'>,
) {
  const moment = now()
  const moves = await kept(db)(String(Math.floor(moment / FRESH)), () => readMoves(db, moment))
  return { status: true, moved: moves.get(params.attemptId) ?? 0 }
}

async function readMoves(db: Kysely<Database>, now: number): Promise<Moves> {
  const rows = await db
    .selectFrom('attempt_extensions')
    .where('deadline_at', '>', now)
    .select(['attempt_id', 'id'])
    .execute()
  const moves: Moves = new Map()
  for (const { attempt_id, id } of rows) moves.set(attempt_id, Math.max(id, moves.get(attempt_id) ?? 0))
  return moves
}
