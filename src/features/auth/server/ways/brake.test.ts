import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brakeLimits, readBrake } from '../codes/code-hours.ts'
import { DAY, HOUR, MINUTE } from '#lib/both/time/clock.ts'
import { processMetrics } from '#server/metrics/process-metrics.ts'
import { testApi, TEST_START, type TestApi } from '../../../../../tests/support/api/api.ts'
import { readExposition, valueOf } from '../../../../../tests/support/api/exposition.ts'
import { logInCalls, newPhone, wrongCode } from '../../../../../tests/support/scenes/log-in-calls.ts'
import { askLongCode } from '../../auth.contract.ts'

/** Guesses at codes all over the site: from an hour in which there are too many, strangers have less, and then nothing. */

const START = Math.ceil(TEST_START / HOUR) * HOUR

let api: TestApi
let logged = ''
beforeEach(async () => {
  logged = ''
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged += chunk.toString()
      done()
    },
  })
  api = await testApi({}, pino(stream))
  // An hour has just begun.
  api.clock.set(START)
})
afterEach(() => api.close())

const { send, verify, logIn } = logInCalls(() => api)

/** Wrong guesses of others, this hour or so many hours ago. */
async function failed(count: number, hoursAgo = 0) {
  const hour = Math.floor(api.clock.now() / HOUR) - hoursAgo
  await api.services.db
    .insertInto('code_hours')
    .values({ hour, country: '', failed: count })
    .onConflict((conflict) => conflict.columns(['hour', 'country']).doUpdateSet({ failed: count }))
    .execute()
}

const read = () => readBrake(api.services.db, api.clock.now())

describe('the brake', () => {
  it('counts wrong guesses at live codes, and neither right ones nor those at nothing', async () => {
    const { body, code } = await send(newPhone())
    await verify(body.user_id, wrongCode(code))
    await verify(987_654, '1234')
    await verify(body.user_id, code)
    expect(await read()).toEqual({ state: 'off', failed: 1, from: brakeLimits.least })
  })

  it('begins far above the usual hour, and never below what a class may mistype', async () => {
    await failed(brakeLimits.least - 1)
    expect((await read()).state).toBe('off')
    await failed(brakeLimits.least)
    expect((await read()).state).toBe('on')
    await failed(brakeLimits.least * brakeLimits.closesAt)
    expect((await read()).state).toBe('closed')
    // A site where fifty an hour are wrong all day and night brakes at ten times that.
    for (let hours = 1; hours <= 14 * 24; hours += 1) await failed(50, hours)
    api.clock.advance(30 * MINUTE)
    await failed(474)
    expect(await read()).toEqual({ state: 'off', failed: 499, from: 500 })
    await failed(475)
    expect((await read()).state).toBe('on')
  })

  it('learns nothing from an attack of some days', async () => {
    for (let hours = 1; hours <= 6 * 24; hours += 1) await failed(100_000, hours)
    expect((await read()).from).toBe(brakeLimits.least)
  })

  it('lets go within two hours of the last guess', async () => {
    await failed(brakeLimits.least)
    const states = []
    for (let hours = 0; hours < 3; hours += 1) {
      states.push((await read()).state)
      api.clock.advance(HOUR)
    }
    expect(states).toEqual(['on', 'on', 'off'])
  })

  it('leaves a quarter to networks of strangers while it is on, and the longer code to whoever is kept out', async () => {
    await failed(brakeLimits.least)
    const address = '2001:db8:4::1'
    for (let count = 0; count < 10; count += 1) expect((await send(newPhone(), { address })).status).toBe(200)
    const mobile = newPhone()
    const refused = await send(mobile, { address })
    expect([refused.status, refused.body.code]).toEqual([429, 'long_code'])
    const body = { mobile, device: 'web', country_code: '91', include_watsup_otp: 'N' as const }
    const long = await api.call(askLongCode, { body }, { address })
    expect([long.status, long.body.user_exsist]).toEqual([200, false])
    expect((await verify(long.body.user_id, api.codes.at(-1)!.code, address)).status).toBe(200)
  })

  it('leaves strangers the longer code alone when it is closed, and known devices everything', async () => {
    const mobile = newPhone()
    const { cookie, userId } = await logIn(mobile)
    const before = await send(mobile)
    await failed(brakeLimits.least * brakeLimits.closesAt)
    const guess = await verify(userId, before.code)
    const refused = await send(newPhone(), { address: '10.6.0.1' })
    for (const { status, body } of [guess, refused]) {
      expect([status, body.code, body.message]).toEqual([
        429,
        'long_code',
        'Too many wrong codes were entered on this site. Please try again in 30 minutes.',
      ])
    }
    expect((await logIn(mobile, { cookie })).status).toBe(200)
    expect(logged.match(/guesses at codes are braked/g)).toHaveLength(1)
    expect(logged).toContain('"state":"closed"')
  })

  it('bounds what any number of networks can guess: at a site that has none as a rule, six hundred in an hour', async () => {
    let looked = 0
    for (let network = 0; network < 80; network += 1) {
      for (let phone = 0; phone < 2; phone += 1) {
        const address = `10.5.${network}.1`
        const { status, body, code } = await send(newPhone(), { address })
        if (status !== 200) continue
        for (let by = 1; by <= 5; by += 1) {
          if ((await verify(body.user_id, wrongCode(code, by), address)).status === 422) looked += 1
        }
      }
    }
    expect(looked).toBe(brakeLimits.least * brakeLimits.closesAt)
  })

  it('is told by metrics: what is wrong now, from when it brakes, and whether it does', async () => {
    await failed(brakeLimits.least + 1)
    const all = readExposition(await processMetrics(api.services).text())
    expect(valueOf(all, 'padavu_codes_failed_last_hour')).toBe(brakeLimits.least + 1)
    expect(valueOf(all, 'padavu_codes_braked_from')).toBe(brakeLimits.least)
    expect(valueOf(all, 'padavu_code_brake')).toBe(1)
  })
})

describe('metrics of codes', () => {
  it('count those sent, not sent, typed in, guessed wrong and refused, and why', async () => {
    const of = async (outcome: string, why?: string) =>
      valueOf(
        readExposition(await processMetrics(api.services).text()),
        'padavu_codes_total',
        why === undefined ? { outcome } : { outcome, why },
      ) ?? 0
    const wanted: [string, string?][] = [
      ['sent'],
      ['not_sent'],
      ['accepted'],
      ['failed'],
      ['refused', 'phone'],
      ['refused', 'network'],
    ]
    const all = async () => {
      const values: number[] = []
      for (const one of wanted) values.push(await of(...one))
      return values
    }
    const before = await all()
    const mobile = newPhone()
    const { body, code } = await send(mobile)
    await verify(body.user_id, wrongCode(code))
    await verify(body.user_id, code)
    for (let count = 0; count < 6; count += 1) await send(mobile, { address: `10.6.1.${count}` })
    api.services.codes.send = () => Promise.reject(new Error('cannot'))
    await send(newPhone())
    const after = await all()
    expect(after.map((value, index) => value - before[index]!)).toEqual([6, 1, 1, 1, 1, 0])
  })
})

describe('caps a day', () => {
  it('are kept for a country and for the site; known devices pass', async () => {
    await api.close()
    api = await testApi({ CODES_A_DAY: '5', CODES_A_DAY_COUNTRIES: '91=3, others=1' }, api.services.log)
    const mobile = newPhone()
    const { cookie } = await logIn(mobile)
    for (let count = 0; count < 2; count += 1) expect((await send(newPhone())).status).toBe(200)
    const over = await send(newPhone())
    expect([over.status, over.body.code, over.body.message]).toEqual([
      429,
      'code_cap',
      'No more codes can be sent to +91 at the moment. Please try again in 24 hours, or log in on a device that you have used before.',
    ])
    expect((await send('501234567', { country: '971' })).status).toBe(200)
    expect((await send('501234568', { country: '971' })).body.message).toContain('to +971')
    expect((await send(mobile, { cookie })).status).toBe(200)
    // The site's: four in India and one abroad.
    const site = await send('92123456', { country: '968' })
    expect(site.body.message).toMatch(/^No more codes can be sent at the moment\./)
    expect(logged.match(/no more codes are sent today/g)).toHaveLength(3)
    expect((await send(newPhone())).status).toBe(429)
    expect(logged.match(/no more codes are sent today/g)).toHaveLength(3)
    api.clock.advance(DAY)
    expect((await send(newPhone())).status).toBe(200)
  })
})
