/** A browser that takes pushed messages. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushMessage {
  /** At most 3 kB. */
  text: string
  /** How long the push service keeps it for a browser that is away, in seconds. */
  ttl: number
  urgency: 'normal' | 'high'
  /** A later message of the same topic takes the place of one that still waits. */
  topic: string
}

/**
 * What became of a message: `sent`; `gone`, the browser takes none any more; `later`, with the milliseconds that the
 * service asks for; `refused`, and it would be again.
 */
export type PushOutcome = { is: 'sent' | 'gone' } | { is: 'later' | 'refused'; wait?: number; why: string }

/** Pushes messages to browsers. */
export interface PushSender {
  /** The key that browsers need to subscribe, base64url. */
  publicKey: () => Promise<string>
  /** Throws only when the server's own keys cannot be read. */
  send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>
}
