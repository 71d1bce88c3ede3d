import { readFileSync } from 'node:fs'

/** What a bare server answers: bytes and headers of a reply of the product (`sameReply`). */
export const body = readFileSync(process.env.REPLY_BODY!)
export const headers = JSON.parse(process.env.REPLY_HEADERS!) as Record<string, string>
