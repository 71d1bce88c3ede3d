import type { CodeSender } from './code-sender.ts'
import { CodeNotSent } from './code-sender.ts'
import { post } from './post.ts'

export interface Msg91Options {
  authKey: string
  /** A flow whose template has the variables `otp` and `minutes`. */
  templateId: string
  baseUrl?: string
  timeout?: number
}

/** SMS through MSG91's flow call. The template is the one registered for DLT, so only its variables are sent. */
export function msg91Sender({
  authKey,
  templateId,
  baseUrl = 'https://control.msg91.com',
  timeout,
}: Msg91Options): CodeSender {
  return {
    channels: ['sms'],
    send: async ({ countryCode, phone, code, minutes }) => {
      const { status, reply } = await post(
        `${baseUrl}/api/v5/flow`,
        JSON.stringify({
          template_id: templateId,
          short_url: '0',
          recipients: [{ mobiles: `${countryCode}${phone}`, otp: code, minutes: String(minutes) }],
        }),
        { 'content-type': 'application/json', authkey: authKey },
        timeout,
      )
      // MSG91 answers refusals with 200 too; only `type` tells.
      const { type, message } = (reply ?? {}) as { type?: unknown; message?: unknown }
      if (type !== 'success') throw new CodeNotSent(`MSG91 answered ${status}: ${String(message ?? 'not JSON')}`)
    },
  }
}
