import type { Config } from './config.ts'

/** Settings that each sender of codes needs. */
const senderNeeds: Record<Config['OTP_SENDER'], (keyof Config)[]> = {
  outbox: [],
  msg91: ['MSG91_AUTHKEY', 'MSG91_TEMPLATE_ID'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_API_KEY', 'TWILIO_API_SECRET', 'TWILIO_FROM'],
  whatsapp: ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_TEMPLATE'],
}

const providerNeeds: Record<Config['PAYMENT_PROVIDER'], (keyof Config)[]> = {
  sandbox: [],
  razorpay: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
}

/**
 * Checks what a server needs beside well-formed settings.
 * @param isProviderGiven whether PAYMENT_PROVIDER was given, which has a default
 * @returns what is wrong, in a line that names the setting; undefined when all is well
 */
export function servingProblem(config: Config, isProviderGiven: boolean): string | undefined {
  if (config.METRICS_PORT !== undefined && config.METRICS_PORT === config.PORT)
    return `METRICS_PORT must not be PORT: learners would read the metrics (it is '${config.PORT}')`
  for (const name of senderNeeds[config.OTP_SENDER]) {
    if (config[name] === undefined) return `${name} must be set when OTP_SENDER is ${config.OTP_SENDER}`
  }
  for (const name of providerNeeds[config.PAYMENT_PROVIDER]) {
    if (config[name] === undefined) return `${name} must be set when PAYMENT_PROVIDER is ${config.PAYMENT_PROVIDER}`
  }
  if (config.PAYMENT_PROVIDER === 'sandbox') {
    // Real keys mean real money; play money beside them would give courses away.
    const real = providerNeeds.razorpay.find((name) => config[name] !== undefined)
    if (real) return `${real} is set, but PAYMENT_PROVIDER is sandbox, which takes no money`
  }
  if (config.OTP_SENDER === 'outbox') {
    // The outbox shows every code to whoever can reach it.
    if (!isLoopbackHost(config.HOST)) {
      return `OTP_SENDER=outbox shows log-in codes and works only on this machine: HOST must be a loopback address (it is '${config.HOST}')`
    }
    if (config.SITE_URL && !isLoopbackHost(new URL(config.SITE_URL).hostname)) {
      return `OTP_SENDER=outbox shows log-in codes and works only on this machine: SITE_URL must be a loopback address (it is '${config.SITE_URL}')`
    }
  }
  if (config.PAYMENT_PROVIDER === 'sandbox' && !isProviderGiven) {
    // A site that others reach gives its courses away for play money only when somebody has said so.
    const open = publicSetting(config)
    if (open) {
      return `PAYMENT_PROVIDER must be set where others reach the site (${open}): razorpay with its keys, or sandbox, which takes no money`
    }
  }
  return undefined
}

/** The setting by which others than this machine reach the site; undefined where there is none. */
function publicSetting({ HOST, SITE_URL }: Config): string | undefined {
  if (SITE_URL && !isLoopbackHost(new URL(SITE_URL).hostname)) return `SITE_URL is '${SITE_URL}'`
  return isLoopbackHost(HOST) ? undefined : `HOST is '${HOST}'`
}

/** True for names and addresses of this machine only. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    host === '::ffff:127.0.0.1' ||
    /^127(\.\d{1,3}){3}$/.test(host)
  )
}
