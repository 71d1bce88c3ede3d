import type { CodeSender } from './code-sender.ts'
import { CodeNotSent } from './code-sender.ts'
import { post } from './post.ts'

export interface WhatsAppOptions {
  phoneNumberId: string
  accessToken: string
  /** An approved template of the category `authentication` with a copy-code button. */
  template: string
  language: string
  apiVersion: string
  baseUrl?: string
  timeout?: number
}

/** WhatsApp through Meta's Cloud API. */
export function whatsAppSender(options: WhatsAppOptions): CodeSender {
  const { phoneNumberId, accessToken, template, language, apiVersion, baseUrl = 'https://graph.facebook.com' } = options
  return {
    // To India, too, where others send an SMS.
    channels: ['sms', 'whatsapp'],
    send: async ({ countryCode, phone, code }) => {
      const parameters = [{ type: 'text', text: code }]
      const { status, reply } = await post(
        `${baseUrl}/${apiVersion}/${phoneNumberId}/messages`,
        JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: `${countryCode}${phone}`,
          type: 'template',
          template: {
            name: template,
            language: { code: language },
            // The code stands in the text and again in what the button copies.
            components: [
              { type: 'body', parameters },
              { type: 'button', sub_type: 'url', index: '0', parameters },
            ],
          },
        }),
        { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
        options.timeout,
      )
      const { messages, error } = (reply ?? {}) as {
        messages?: { id?: unknown }[]
        error?: { code?: unknown; message?: unknown }
      }
      if (status !== 200 || error || !Array.isArray(messages) || typeof messages[0]?.id !== 'string') {
        throw new CodeNotSent(
          `WhatsApp answered ${status}: ${String(error?.code ?? '')} ${String(error?.message ?? 'not JSON')}`,
        )
      }
    },
  }
}
