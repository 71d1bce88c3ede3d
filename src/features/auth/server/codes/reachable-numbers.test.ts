import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApi, type TestApi } from '../../../../../tests/support/api/api.ts'
import { registerOrLogin } from '../../auth.contract.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

let address = 0
const send = (country: string, mobile: string, include_watsup_otp: 'Y' | 'N' = 'Y') =>
  api.call(
    registerOrLogin,
    { body: { mobile, device: 'web', country_code: country, include_watsup_otp } },
    { address: `10.4.0.${++address}` },
  )

describe('a code is sent', () => {
  it.each([
    ['91', '9000000001', 'sms'],
    ['91', '9000000002', 'sms'],
    ['91', '9000000003', 'sms'],
    ['91', '6000000009', 'sms'],
    ['91', '+91 90000-00004', 'sms', '9000000004'],
    ['91', '0 90000 00005', 'sms', '9000000005'],
    ['91', '\u202a+91 90000 00006\u202c', 'sms', '9000000006'],
    ['91', '९०००० ००००७', 'sms', '9000000007'],
    ['91', '9000000008.0', 'sms', '9000000008'],
    ['91', '+91 +91 90000 00010', 'sms', '9000000010'],
    ['91', 'https://wa.me/919000000011', 'sms', '9000000011'],
    ['91', 'tel:%2B919000000012', 'sms', '9000000012'],
    ['91', '9000000013/-', 'sms', '9000000013'],
    ['91', '(+91)-90000-00014', 'sms', '9000000014'],
    ['91', '൯൦൦൦൦ ൦൦൦൧൫', 'sms', '9000000015'],
    ['91', '（＋９１）９００００　０００１６', 'sms', '9000000016'],
    ['91', '7593212345', 'sms'],
    ['91', '7594765432', 'sms'],
    ['91', '7591 4 12345', 'sms', '7591412345'],
    ['91', '8912345678', 'sms'],
    ['971', '501234567', 'whatsapp'],
    ['971', '+971 (0)50 123 4568', 'whatsapp', '501234568'],
    ['968', '92123456', 'whatsapp'],
    ['1', '2025550123', 'whatsapp'],
    ['44', '20 7946 0958', 'whatsapp', '2079460958'],
  ])('to +%s %s', async (country, mobile, channel, phone = mobile) => {
    expect((await send(country, mobile)).status).toBe(200)
    expect(api.codes.at(-1)).toMatchObject({ countryCode: country, phone, channel })
  })

  it('abroad by WhatsApp, whatever the caller asks for: an SMS there may cost what somebody there likes', async () => {
    expect((await send('971', '501234569', 'N')).status).toBe(200)
    expect(api.codes.at(-1)).toMatchObject({ countryCode: '971', channel: 'whatsapp' })
  })
})

describe('no code is sent', () => {
  const country = { country_code: 'Codes cannot be sent to this country code' }
  const landline = { mobile: 'This is a landline, which gets no SMS. Please enter a mobile number' }
  const otherCountry = { mobile: 'This number has another country code. Please choose its country first' }
  const kind = { mobile: 'Codes cannot be sent to this kind of number' }
  it.each([
    ['91', '+65 9123 4567', 'another country', otherCountry],
    ['91', 'wa.me/6591234567', 'another country', otherCountry],
    ['971', '+91 98470 12345', 'another country', otherCountry],
    ['91', '98470 12345 / 94470 12345', 'two numbers', { mobile: 'Please enter only one phone number' }],
    [
      '91',
      '9.84701E+09',
      'too few digits',
      { mobile: 'Some digits of this number are missing. Please type the whole number' },
    ],
    ['979', '123456789', 'premium of the world', country],
    ['881', '612345678', 'satellite', country],
    ['882', '345678901', 'satellite', country],
    ['883', '510012345', 'networks without a country', country],
    ['870', '773111632', 'satellite', country],
    ['808', '12345678', 'shared cost of the world', country],
    ['1', '9005551234', 'premium', kind],
    ['44', '8450123456', 'shared cost', kind],
    ['44', '7012345678', 'personal, forwarded at a price', kind],
    ['44', '7640123456', 'pager', kind],
    ['971', '601234567', 'of no kind that is known', kind],
    ['91', '0123456789', 'no number', { mobile: 'Please enter a valid phone number' }],
    ['91', '0484 2345678', 'landline', landline],
    ['91', '+91 80 2345 6789', 'landline', landline],
    ['91', '7312345678', 'landline that begins like a mobile', landline],
    ['91', '0674 2345678', 'landline that begins like a mobile', landline],
    ['91', '079-26578901', 'landline that begins like a mobile', landline],
  ])('to +%s %s: %s', async (code, mobile, _, errors) => {
    const before = api.codes.length
    for (const by of ['Y', 'N'] as const) {
      const answer = await send(code, mobile, by)
      expect([answer.status, answer.body.errors]).toEqual([422, errors])
    }
    expect(api.codes).toHaveLength(before)
  })

  it('abroad by a sender that has SMS alone', async () => {
    const sms = await testApi()
    try {
      Object.assign(sms.services.codes, { channels: ['sms'] })
      const body = { mobile: '501234567', device: 'web', country_code: '971', include_watsup_otp: 'Y' as const }
      const answer = await sms.call(registerOrLogin, { body })
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { country_code: 'Codes can be sent only to Indian numbers here' },
      ])
      expect(sms.codes).toEqual([])
    } finally {
      await sms.close()
    }
  })
})
