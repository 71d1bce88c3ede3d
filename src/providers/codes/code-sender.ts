/** Where a one-time code goes. */
export interface CodeMessage {
  /** Digits without a plus sign, such as 91. */
  countryCode: string
  /** National digits. */
  phone: string
  /** The code in clear; it is never stored. */
  code: string
  channel: 'sms' | 'whatsapp'
  /** Minutes until the code stops working. */
  minutes: number
}

/** Delivers codes; making, hashing, expiry and tries are ours, so they are the same on every channel. */
export interface CodeSender {
  /** The ways that it can send: no code is asked of it for another. */
  readonly channels: readonly CodeMessage['channel'][]
  /** @throws CodeNotSent when the provider refuses or does not answer in time */
  send: (message: CodeMessage) => Promise<void>
}

/** The provider did not take the message. `reason` is for the log, never for the learner. */
export class CodeNotSent extends Error {
  override name = 'CodeNotSent'
}
