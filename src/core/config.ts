import { availableParallelism } from 'node:os'
import * as z from 'zod/mini'
import { numeric } from '#lib/both/calls/fields.ts'
import { countryCapsIn } from './code-caps.ts'
import { sellerProblem } from './seller-state.ts'
import { servingProblem } from './serving-problem.ts'
import { proxiesIn } from './trusted-proxies.ts'

/** An ill-formed setting, worded for the person who starts the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const secret = z.optional(z.string().check(z.minLength(1)))

const wholeNumber = (most: number, error: string, least = 0) =>
  numeric(error).check(z.refine((value) => Number.isInteger(value) && value >= least && value <= most, { error }))

/** Connections that all processes of a machine keep to PostgreSQL, which allows 100 unless told otherwise, and one process. */
const CONNECTIONS = 80
const CONNECTIONS_EACH = 16

const postgresAddress = z
  .string()
  .check(z.regex(/^postgres(ql)?:\/\/\S+$/, { error: 'must look like postgres://user:password@host:5432/name' }))
/** Where traces go, and which: OpenTelemetry's own settings. Its exporter reads the rest of them. */
const collector = z.optional(
  z.url({ protocol: /^https?$/, error: 'must be a web address such as http://collector:4318' }),
)
const samplers = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const

/** True for an address that has nothing but protocol, host and port. */
function isOrigin(address: string): boolean {
  const { href, origin } = new URL(address)
  return href === `${origin}/`
}

const settings = z.object({
  PORT: z._default(wholeNumber(65535, 'must be a port from 0 to 65535'), 4321),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), '.data'),
  DATABASE_URL: z.optional(postgresAddress),
  DATABASE_READ_URL: z.optional(postgresAddress),
  DATABASE_POOL: z.optional(wholeNumber(1000, 'must be a number of connections from 2 to 1000', 2)),
  WEB_CONCURRENCY: z.optional(wholeNumber(256, 'must be a number of processes from 1 to 256', 1)),
  DRAIN_SECONDS: z._default(wholeNumber(300, 'must be a number of seconds from 0 to 300'), 0),
  // As a browser writes an origin, so that paths can be appended
  SITE_URL: z.optional(
    z.pipe(
      z
        .url({ protocol: /^https?$/, error: 'must be a web address such as https://learn.example.org', abort: true })
        .check(
          z.refine(isOrigin, {
            error: 'must be an address without path, query, user and password, such as https://learn.example.org',
          }),
        ),
      z.transform((address) => new URL(address).origin),
    ),
  ),
  /** The site's name in place of the content's. */
  SITE_NAME: z.optional(
    z
      .string()
      .check(z.trim(), z.regex(/^[^\p{Cc}]{1,80}$/u, { error: 'must be a name of 1 to 80 characters on one line' })),
  ),
  OTP_SENDER: z._default(
    z.enum(['outbox', 'msg91', 'twilio', 'whatsapp'], { error: 'must be outbox, msg91, twilio or whatsapp' }),
    'outbox',
  ),
  PAYMENT_PROVIDER: z._default(z.enum(['sandbox', 'razorpay'], { error: 'must be sandbox or razorpay' }), 'sandbox'),
  RAZORPAY_KEY_ID: secret,
  RAZORPAY_KEY_SECRET: secret,
  RAZORPAY_WEBHOOK_SECRET: secret,
  SELLER_NAME: z.optional(z.string()),
  // Lines with | between them
  SELLER_ADDRESS: z.optional(z.string()),
  SELLER_GSTIN: z.optional(
    z
      .string()
      .check(z.regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, { error: 'must be a GSTIN of 15 characters' })),
  ),
  // The state's GST code and name, as invoices print the place of supply
  SELLER_STATE: z._default(
    z
      .string()
      .check(z.regex(/^\d{2} \S.*$/, { error: "must be the GST code and the name of a state such as '32 Kerala'" })),
    '32 Kerala',
  ),
  ADMIN_PORTAL_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'must be a web address such as https://admin.example.org' }),
  ),
  SECURITY_CONTACT: z.optional(
    z.url({
      protocol: /^(https|mailto)$/,
      error: 'must be an address such as mailto:security@example.org or https://example.org/security',
    }),
  ),
  FILES_S3_ENDPOINT: z.optional(
    z.url({ protocol: /^https?$/, error: 'must be a web address such as https://s3.ap-south-1.amazonaws.com' }),
  ),
  FILES_S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: "must be a bucket's name" })),
  ),
  FILES_S3_REGION: z._default(
    z.string().check(z.regex(/^[a-z0-9-]+$/, { error: 'must look like ap-south-1' })),
    'us-east-1',
  ),
  FILES_S3_ACCESS_KEY: secret,
  FILES_S3_SECRET_KEY: secret,
  CONTENT: z._default(z.string().check(z.minLength(1)), 'src/content/demo'),
  CATALOGUE: z._default(z.enum(['public', 'members'], { error: 'must be public or members' }), 'public'),
  LOG_LEVEL: z._default(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' }),
    'info',
  ),
  METRICS_PORT: z.optional(wholeNumber(65535, 'must be a port from 1 to 65535')),
  METRICS_HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  SLOW_QUERY_MS: z._default(wholeNumber(600_000, 'must be a number of milliseconds from 0 to 600000'), 200),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_TRACES_SAMPLER: z._default(z.enum(samplers, { error: `must be one of ${samplers.join(', ')}` }), samplers[0]),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    numeric('must be a share from 0 to 1').check(
      z.refine((share) => share >= 0 && share <= 1, { error: 'must be a share from 0 to 1' }),
    ),
    1,
  ),
  TRUSTED_PROXIES: z._default(
    z.string().check(
      z.refine((list) => proxiesIn(list) !== undefined, {
        error: 'must be addresses, ranges such as 10.0.0.0/8, loopback or private, with commas between them',
      }),
    ),
    '',
  ),
  CODES_A_DAY: z._default(wholeNumber(1_000_000_000, 'must be a number of codes a day'), 20_000),
  CODES_A_DAY_COUNTRIES: z._default(
    z.string().check(
      z.refine((list) => countryCapsIn(list) !== undefined, {
        error: 'must be codes a day by calling code, such as 91=20000, 971=2000, others=500',
      }),
    ),
    '91=20000, others=500',
  ),
  MSG91_AUTHKEY: secret,
  MSG91_TEMPLATE_ID: secret,
  TWILIO_ACCOUNT_SID: secret,
  TWILIO_API_KEY: secret,
  TWILIO_API_SECRET: secret,
  TWILIO_FROM: secret,
  TWILIO_WHATSAPP_FROM: secret,
  TWILIO_WHATSAPP_CONTENT_SID: secret,
  WHATSAPP_PHONE_NUMBER_ID: secret,
  WHATSAPP_ACCESS_TOKEN: secret,
  WHATSAPP_TEMPLATE: secret,
  WHATSAPP_TEMPLATE_LANGUAGE: z._default(z.string(), 'en'),
  WHATSAPP_API_VERSION: z._default(
    z.string().check(z.regex(/^v\d+\.\d+$/, { error: 'must look like v26.0' })),
    'v26.0',
  ),
})

type Given = z.output<typeof settings>

/** Settings as they were given, and what follows for those that were not. */
export type Config = Omit<Given, 'WEB_CONCURRENCY' | 'DATABASE_POOL'> & {
  WEB_CONCURRENCY: number
  DATABASE_POOL: number
}

/** A web address with a user, who may have a password. */
const hasUser = /^https?:\/\/[^/]*@/i

const mayBeSecret = /^DATABASE_(READ_)?URL$|KEY|SECRET|TOKEN/

const bucketNeeds: (keyof Config)[] = ['FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY', 'FILES_S3_SECRET_KEY']

/**
 * Reads every setting once (README, 'Settings').
 * @throws ConfigError with one line that names the setting
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const config = readSettings(environment)
  const problem = servingProblem(config, !!environment.PAYMENT_PROVIDER)
  if (problem) throw new ConfigError(problem)
  return config
}

/**
 * Reads settings for a command, which serves nobody: rules for a server that others reach do not apply.
 * @throws ConfigError with one line that names the setting
 */
export function readSettings(environment: Record<string, string | undefined>): Config {
  // An empty variable means 'not set', as shells and compose files write it.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0])
    // What may hold a password or a key is not repeated: the line ends up in logs.
    const value = mayBeSecret.test(name) || hasUser.test(given[name] ?? '') ? '' : ` (it is '${given[name]}')`
    throw new ConfigError(`${name} ${issue?.message ?? 'is wrong'}${value}`)
  }
  const config = withProcesses(parsed.data)
  const problem = sellerProblem(config.SELLER_STATE, config.SELLER_GSTIN)
  if (problem) throw new ConfigError(problem)
  // Half a bucket is a mistake: files would quietly stay in the data folder.
  const ofBucket = bucketNeeds.find((name) => config[name] !== undefined)
  if (config.FILES_S3_ENDPOINT !== undefined || ofBucket) {
    for (const name of ['FILES_S3_ENDPOINT', ...bucketNeeds] as const) {
      if (config[name] !== undefined) continue
      throw new ConfigError(
        name === 'FILES_S3_ENDPOINT'
          ? `FILES_S3_ENDPOINT must be set when ${ofBucket} is`
          : `${name} must be set when FILES_S3_ENDPOINT is`,
      )
    }
  }
  return config
}

/** PostgreSQL serves a process a core; a SQLite file belongs to one process. */
function withProcesses(given: Given): Config {
  if (given.DATABASE_READ_URL && !given.DATABASE_URL)
    throw new ConfigError('DATABASE_READ_URL is a replica of DATABASE_URL, which must be set, too')
  const processes = given.WEB_CONCURRENCY ?? (given.DATABASE_URL ? availableParallelism() : 1)
  if (processes > 1 && !given.DATABASE_URL) {
    throw new ConfigError(
      `WEB_CONCURRENCY must be 1 without DATABASE_URL: only PostgreSQL serves several processes (it is '${processes}')`,
    )
  }
  const fitting = Math.max(2, Math.min(CONNECTIONS_EACH, Math.floor(CONNECTIONS / processes)))
  return { ...given, WEB_CONCURRENCY: processes, DATABASE_POOL: given.DATABASE_POOL ?? fitting }
}

/** The address learners see, without a final slash. */
export function siteUrl(config: Config): string {
  return config.SITE_URL ?? `http://localhost:${config.PORT}`
}

/** True where learners come by https. */
export function isSecure(config: Config): boolean {
  return siteUrl(config).startsWith('https:')
}
