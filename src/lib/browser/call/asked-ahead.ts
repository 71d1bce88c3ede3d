/** What a page has asked the API for while its scripts were on their way (src/layouts/head/ahead-script.ts). */
export interface AskedAhead {
  /** As `requestLine` has it. */
  line: string
  token: string
  /** When, in milliseconds since 1970. */
  at: number
  reply: Promise<Response>
}

/**
 * The reply to what the page has asked for ahead, for the first who wants the same. Whoever asks again asks anew.
 * @returns undefined where it has asked for something else, or as somebody else
 */
export function takeAhead(line: string, token: string | undefined): AskedAhead | undefined {
  const kept = globalThis as { askedAhead?: AskedAhead | undefined }
  const ahead = kept.askedAhead
  if (ahead?.line !== line || ahead.token !== token) return undefined
  kept.askedAhead = undefined
  return ahead
}
