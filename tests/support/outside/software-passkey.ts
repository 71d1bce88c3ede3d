import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Where pages of the test's site are. */
const ORIGIN = 'http://localhost:4321'

/** What a browser is given to make a passkey, or to ask for one. */
interface Options {
  challenge: string
}

/** Backup eligibility and backup state, in the flags of what an authenticator signs. */
const ELIGIBLE = 0x08
const BACKED_UP = 0x10

/**
 * A passkey in software (Web Authentication, level 3): ES256, without attestation. It answers as a browser would.
 * @param origin of the page that asks
 * @param synced says that the passkey is shared between devices
 */
export function softwarePasskey(origin = ORIGIN, { synced = false }: { synced?: boolean } = {}) {
  const backup = synced ? ELIGIBLE | BACKED_UP : 0
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(16)
  const id = credential.toString('base64url')
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let used = 0

  /** Whose page, what was looked at (a person was there and was told from others), and how often it was used. */
  const authenticatorData = (flags: number, counter: number, more = Buffer.alloc(0)) => {
    used = counter
    const counted = Buffer.alloc(5)
    counted.writeUInt8(flags | backup)
    counted.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(new URL(origin).hostname), counted, more])
  }
  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const answer = (response: Record<string, Buffer>) => {
    const written = Object.fromEntries(Object.entries(response).map(([name, of]) => [name, of.toString('base64url')]))
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: written })
  }

  return {
    id,
    /** @param options JSON for navigator.credentials.create */
    create: (options: string) => {
      // COSE: an EC2 key for ES256 on P-256.
      const key = Buffer.concat([hex('a5010203262001215820'), b64(x), hex('225820'), b64(y)])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credential.length]), credential, key])
      const data = authenticatorData(0x45, used + 1, attested)
      const attestationObject = Buffer.concat([
        // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }
        hex('a363666d74646e6f6e656761747453746d74a0686175746844617461'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const clientDataJSON = clientData('webauthn.create', JSON.parse(options) as Options)
      return answer({ clientDataJSON, attestationObject })
    },
    /**
     * @param options JSON for navigator.credentials.get
     * @param counter as a copy of the passkey or another device may have it; one more than before if none is given
     */
    get: (options: string, counter = used + 1) => {
      const clientDataJSON = clientData('webauthn.get', JSON.parse(options) as Options)
      const data = authenticatorData(0x05, counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey)
      return answer({ clientDataJSON, authenticatorData: data, signature })
    },
  }
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
const hex = (text: string) => Buffer.from(text, 'hex')
const b64 = (text: string) => Buffer.from(text, 'base64url')
