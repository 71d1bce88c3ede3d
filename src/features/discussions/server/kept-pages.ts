import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { keepJson, type KeptJson } from '#core/calls/kept-json.ts'
import type { Database } from '#db/database.ts'
import type { DiscussionComment } from '../discussions.contract.ts'

/** A page of comments as it is sent to all who have reported none of them. */
interface KeptPage {
  data: KeptJson
  more: boolean
}

/** What is kept of a database: pages, and those that are being read for everybody who has asked meanwhile. */
interface Memory {
  pages: LRUCache<string, KeptPage>
  reading: Map<string, Promise<KeptPage>>
}

/** Bytes of pages: of some 10 kB, as many as panels in which somebody wrote lately. */
const KEPT_BYTES = 4 * 1024 * 1024

const memories = new WeakMap<Kysely<Database>, Memory>()

function memoryOf(db: Kysely<Database>): Memory {
  let memory = memories.get(db)
  if (!memory) {
    const sizeCalculation = ({ data }: KeptPage) => data.json.length + data.deflated.length
    memory = { pages: new LRUCache({ maxSize: KEPT_BYTES, sizeCalculation }), reading: new Map() }
    memories.set(db, memory)
  }
  return memory
}

/**
 * A page from memory, or read, written and compressed once: a comment in a panel that a thousand look at is asked for by all
 * of them within 15 seconds.
 * @param name says which page, and of which version of its panel
 */
export async function keptPage(
  db: Kysely<Database>,
  name: string,
  read: () => Promise<{ data: DiscussionComment[]; more: boolean }>,
): Promise<KeptPage> {
  const { pages, reading } = memoryOf(db)
  const known = pages.get(name) ?? reading.get(name)
  if (known) return known
  const make = async () => {
    const { data, more } = await read()
    const page = { data: await keepJson(data), more }
    pages.set(name, page)
    return page
  }
  const making = make().finally(() => reading.delete(name))
  reading.set(name, making)
  return making
}
