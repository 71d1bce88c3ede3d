import { counted } from '#lib/both/text/format.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import type { getCodeCounts } from './codes.contract.ts'

type Counts = Pick<ReplyOf<typeof getCodeCounts>, 'provider' | 'sent_today' | 'most_a_day' | 'brake'> & {
  data: readonly { sent: number; not_sent: number; accepted: number }[]
  countries: readonly { country: string; sent_today: number; most_a_day: number }[]
}

const providers = { msg91: 'MSG91', twilio: 'Twilio', whatsapp: 'WhatsApp' } as const

/** Codes from which on it says something that hardly any are used. */
const MANY = 100

/** What is wrong with codes, and what whoever runs the site does about it. */
export interface CodeAdvice {
  title: string
  words: string
}

/** What the counts say, the most urgent first; nothing where all is well. */
export function codeAdvice({ provider, sent_today, most_a_day, brake, data, countries }: Counts): CodeAdvice[] {
  const advice: CodeAdvice[] = []
  const sum = (of: 'sent' | 'not_sent' | 'accepted') => data.reduce((all, row) => all + row[of], 0)
  const [sent, lost, used] = [sum('sent'), sum('not_sent'), sum('accepted')]
  const capped = countries.filter((row) => row.country !== '' && row.sent_today >= row.most_a_day)
  if (sent_today >= most_a_day)
    advice.push({
      title: 'No more codes are sent today',
      words: `The site's cap of ${most_a_day} in 24 hours is reached (CODES_A_DAY). If learners asked for them, raise it and restart the server.`,
    })
  else if (capped.length > 0)
    advice.push({
      title: `No more codes are sent today to ${capped.map(({ country }) => `+${country}`).join(', ')}`,
      words:
        'The cap of a country is reached (CODES_A_DAY_COUNTRIES). If learners asked for them, raise it and restart the server.',
    })
  const sender =
    provider === 'outbox'
      ? 'The outbox did not take them.'
      : `${providers[provider]} refused them or did not answer: look at its status page, then at its balance, keys and template.`
  if (lost > 0)
    advice.push({
      title: lost === sent ? 'No code is sent' : `${lost} of ${counted(sent, 'code')} were not sent`,
      words: `Whoever gets no code cannot log in, and can ask again at once. ${sender} The server’s log says why of each, at “code not sent”.`,
    })
  if (sent >= MANY && used < sent / 4)
    advice.push({
      title: `Only ${used} of ${counted(sent, 'code')} were used`,
      words:
        'Either codes are taken by the provider and never arrive, or somebody runs up your bill. Ask a learner who waits for one; if nobody does, block the addresses that the server’s log has at “log-in refused”.',
    })
  if (brake !== 'off')
    advice.push({
      title:
        brake === 'on'
          ? 'Guesses at codes are braked'
          : 'Strangers get codes of 8 digits alone, for guesses are braked',
      words:
        'Far more codes than usual are typed in wrong. Nothing must be done: browsers that have logged in before notice nothing, and it lets go by itself.',
    })
  return advice
}
