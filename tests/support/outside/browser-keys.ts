import { createECDH, randomBytes } from 'node:crypto'

/** A browser's own keys for pushed messages, as it would give them. */
export function browserKeys() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
