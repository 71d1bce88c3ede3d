import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import * as z from 'zod/mini'
import type { Kysely } from 'kysely'
import { readStored } from '#lib/server/stored.ts'
import type { Database } from '#db/database.ts'
import { keepFact, readFact } from '#db/meta.ts'
import { SECOND } from '#lib/both/time/clock.ts'
import { lookUpPublic, NOT_PUBLIC, pushAddress } from './push-address.ts'
import type { PushMessage, PushOutcome, PushSender, PushTarget } from './push-sender.ts'

/** How long a push service may take for everything. */
const TIMEOUT = 10 * SECOND

/** Where the pair of keys stands in `meta`. */
const keysKey = 'vapid-keys'

const vapidKeys = z.object({ publicKey: z.string(), privateKey: z.string() })

type VapidKeys = z.output<typeof vapidKeys>

export interface WebPushOptions {
  db: Kysely<Database>
  /** The address learners see (`siteUrl`). */
  site: string
  /** Tests have a push service of their own on this machine; nobody else may. */
  loopback?: boolean
}

/**
 * Web Push. The server's keys are made once and kept in the database, so that every process of the same data has the same
 * ones: browsers take messages only from the server they subscribed with.
 */
export function webPushSender({ db, site, loopback = false }: WebPushOptions): PushSender {
  let reading: Promise<VapidKeys> | undefined
  const keys = () => {
    reading ??= readKeys(db).catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
  // Push services write there when something is wrong with what we send; they want https or a mailbox.
  const subject = site.startsWith('https:') ? site : 'mailto:webmaster@example.org'
  return {
    publicKey: async () => (await keys()).publicKey,
    send: async (target, message) => {
      const address = loopback ? URL.parse(target.endpoint) : pushAddress(target.endpoint)
      if (!address) return { is: 'gone' }
      const vapid = { ...(await keys()), subject }
      const details = await detailsOf({ ...target, endpoint: address.href }, message, vapid).catch(() => undefined)
      // What the browser gave as its keys are none.
      if (!details) return { is: 'gone' }
      try {
        return await post(address, details, loopback)
      } catch (error) {
        const { name, message: why, code } = error as Error & { code?: string }
        if (code === NOT_PUBLIC) return { is: 'gone' }
        return { is: 'later', why: name === 'AbortError' ? `no answer in ${TIMEOUT} ms` : (code ?? why) }
      }
    },
  }
}

async function readKeys(db: Kysely<Database>): Promise<VapidKeys> {
  let stored = await readFact(db, keysKey)
  if (stored === undefined) {
    const { default: webPush } = await import('web-push')
    stored = await keepFact(db, keysKey, JSON.stringify(webPush.generateVAPIDKeys()))
  }
  return readStored(vapidKeys, stored, 'The keys of Web Push')
}

/** The encrypted message and its headers. @throws when the browser's keys are no keys */
async function detailsOf(
  { endpoint, p256dh, auth }: PushTarget,
  { text, ttl, urgency, topic }: PushMessage,
  vapidDetails: VapidKeys & { subject: string },
) {
  const { default: webPush } = await import('web-push')
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    TTL: ttl,
    urgency,
    topic,
    vapidDetails,
  })
}

/** Our own request and not the library's, which reads an answer of any length and asks any host. */
function post(
  address: URL,
  { headers, body }: { headers: object; body: Buffer },
  loopback: boolean,
): Promise<PushOutcome> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method: 'POST',
      headers: headers as Record<string, string>,
      signal: AbortSignal.timeout(TIMEOUT),
      ...(!loopback && { lookup: lookUpPublic }),
    }
    const answered = (response: IncomingMessage) => {
      resolve(outcomeOf(response))
      // What it says besides is of no use to us.
      response.destroy()
    }
    const sending = loopback ? plainRequest(address, options, answered) : request(address, options, answered)
    sending.on('error', reject)
    sending.end(body)
  })
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): PushOutcome {
  if (statusCode >= 200 && statusCode < 300) return { is: 'sent' }
  if (statusCode === 404 || statusCode === 410) return { is: 'gone' }
  const why = `status ${statusCode}`
  if (statusCode !== 429 && statusCode < 500) return { is: 'refused', why }
  const seconds = Number(headers['retry-after'])
  return { is: 'later', why, ...(seconds > 0 && { wait: seconds * SECOND }) }
}
