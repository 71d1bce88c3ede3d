import { counted } from '#lib/both/text/format.ts'
import type { CodeMessage, CodeSender } from './code-sender.ts'
import { CodeNotSent } from './code-sender.ts'
import { post } from './post.ts'

export interface TwilioOptions {
  accountSid: string
  apiKey: string
  apiSecret: string
  /** Number of the sender of SMS, or the SID of a messaging service (MG…). */
  from: string
  /** Number of the sender on WhatsApp and its authentication template; without both there is SMS alone. */
  whatsAppFrom?: string | undefined
  whatsAppContentSid?: string | undefined
  /** Named in the text of an SMS. */
  site: string
  baseUrl?: string
  timeout?: number
}

/** Seconds for which Twilio tries to deliver at most. */
const LONGEST_VALIDITY = 14_400

/** SMS, and WhatsApp where a template is set up, through Twilio's Messages call. */
export function twilioSender(options: TwilioOptions): CodeSender {
  const { accountSid, apiKey, apiSecret, baseUrl = 'https://api.twilio.com', timeout } = options
  const address = `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
  const hasWhatsApp = options.whatsAppFrom !== undefined && options.whatsAppContentSid !== undefined
  return {
    channels: hasWhatsApp ? ['sms', 'whatsapp'] : ['sms'],
    send: async (message) => {
      const { status, reply } = await post(
        address,
        new URLSearchParams({
          ...fieldsOf(message, options),
          ValidityPeriod: String(Math.min(message.minutes * 60, LONGEST_VALIDITY)),
        }),
        { authorization },
        timeout,
      )
      const { sid, code, message: reason } = (reply ?? {}) as { sid?: unknown; code?: unknown; message?: unknown }
      if (status !== 201 || typeof sid !== 'string') {
        throw new CodeNotSent(`Twilio answered ${status}: ${String(code ?? '')} ${String(reason ?? 'not JSON')}`)
      }
    },
  }
}

function fieldsOf({ channel, countryCode, phone, code, minutes }: CodeMessage, options: TwilioOptions) {
  const to = `+${countryCode}${phone}`
  const { from, whatsAppFrom, whatsAppContentSid, site } = options
  if (channel === 'whatsapp') {
    if (!whatsAppFrom || !whatsAppContentSid) throw new CodeNotSent('Twilio is not set up for WhatsApp')
    return {
      To: `whatsapp:${to}`,
      From: `whatsapp:${whatsAppFrom}`,
      ContentSid: whatsAppContentSid,
      ContentVariables: JSON.stringify({ 1: code }),
    }
  }
  const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  // The last line lets the browser fill the code in (WebOTP).
  return {
    To: to,
    ...sender,
    Body: `Your log-in code is ${code}. It works for ${howLong(minutes)}.\n\n@${site} #${code}`,
  }
}

/** `10 minutes`; `24 hours`. */
function howLong(minutes: number): string {
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.floor(minutes / 60), 'hour')
}
