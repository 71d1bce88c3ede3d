import type { Kysely } from 'kysely'
import { keepJson, type KeptJson } from '#core/calls/kept-json.ts'
import type { Database } from '#db/database.ts'
import { boundedMemory, memoryOfEach } from '#lib/server/bounded-memory.ts'
import type { DiscussionComment } from '../discussions.contract.ts'

/** A page of comments as it is sent to all who have reported none of them. */
interface KeptPage {
  data: KeptJson
  more: boolean
}

/** Of some 10 kB: as many as panels in which somebody wrote lately. */
const KEPT_BYTES = 4 * 1024 * 1024

const memoryOf = memoryOfEach<Kysely<Database>, KeptPage>(() =>
  boundedMemory(KEPT_BYTES, ({ data }) => data.json.length + data.deflated.length),
)

/**
 * A page from memory, or read, written and compressed once: a comment in a panel that a thousand look at is asked for by all
 * of them within 15 seconds.
 * @param name says which page, and of which version of its panel
 */
export function keptPage(
  db: Kysely<Database>,
  name: string,
  read: () => Promise<{ data: DiscussionComment[]; more: boolean }>,
): Promise<KeptPage> {
  return memoryOf(db)(name, async () => {
    const { data, more } = await read()
    return { data: await keepJson(data), more }
  })
}
