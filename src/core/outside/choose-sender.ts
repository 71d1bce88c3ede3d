import type { Services } from '../context.ts'
import { siteUrl, type Config } from '../config.ts'
import { say } from '../say.ts'
import type { CodeSender } from '#providers/codes/code-sender.ts'
import { msg91Sender } from '#providers/codes/msg91.ts'
import { outboxSender } from '#providers/codes/outbox.ts'
import { twilioSender } from '#providers/codes/twilio.ts'
import { whatsAppSender } from '#providers/codes/whatsapp.ts'

/** The sender that OTP_SENDER names. readConfig has made sure that its settings are there. */
export function codeSenderFor({ config, db, now, log }: Pick<Services, 'config' | 'db' | 'now' | 'log'>): CodeSender {
  switch (config.OTP_SENDER) {
    case 'outbox':
      return outboxSender({ db, now, print: log.level === 'silent' ? () => {} : (line) => say(log, line) })
    case 'msg91':
      return msg91Sender({ authKey: given(config, 'MSG91_AUTHKEY'), templateId: given(config, 'MSG91_TEMPLATE_ID') })
    case 'twilio':
      return twilioSender({
        accountSid: given(config, 'TWILIO_ACCOUNT_SID'),
        apiKey: given(config, 'TWILIO_API_KEY'),
        apiSecret: given(config, 'TWILIO_API_SECRET'),
        from: given(config, 'TWILIO_FROM'),
        whatsAppFrom: config.TWILIO_WHATSAPP_FROM,
        whatsAppContentSid: config.TWILIO_WHATSAPP_CONTENT_SID,
        site: new URL(siteUrl(config)).hostname,
      })
    case 'whatsapp':
      return whatsAppSender({
        phoneNumberId: given(config, 'WHATSAPP_PHONE_NUMBER_ID'),
        accessToken: given(config, 'WHATSAPP_ACCESS_TOKEN'),
        template: given(config, 'WHATSAPP_TEMPLATE'),
        language: config.WHATSAPP_TEMPLATE_LANGUAGE,
        apiVersion: config.WHATSAPP_API_VERSION,
      })
  }
}

function given(config: Config, name: keyof Config): string {
  const value = config[name]
  if (typeof value !== 'string') throw new Error(`${name} is not set`)
  return value
}
