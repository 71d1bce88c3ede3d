import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CodeNotSent, type CodeMessage, type CodeSender } from './code-sender.ts'
import { msg91Sender } from './msg91.ts'
import { twilioSender, type TwilioOptions } from './twilio.ts'
import { whatsAppSender } from './whatsapp.ts'

interface Answer {
  status?: number
  body?: string
  /** Never answers. */
  silent?: boolean
  /** Breaks off. */
  cut?: boolean
}

let server: Server
let baseUrl: string
let answer: Answer
let received: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[]

beforeEach(async () => {
  received = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    received.push({ method: request.method, url: request.url, headers: request.headers, body } as never)
    if (answer.silent) return
    if (answer.cut) return void request.socket.destroy()
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const sms: CodeMessage = { countryCode: '91', phone: '9000000001', code: '0123', channel: 'sms', minutes: 10 }
const whatsApp: CodeMessage = { ...sms, countryCode: '971', phone: '501234567', channel: 'whatsapp' }

const msg91 = (timeout?: number) =>
  msg91Sender({ authKey: 'key', templateId: 'flow1', baseUrl, ...(timeout && { timeout }) })
const twilio = (more: Partial<TwilioOptions> = {}) =>
  twilioSender({
    accountSid: 'AC1',
    apiKey: 'SK1',
    apiSecret: 's3',
    from: '+15005550006',
    site: 'learn.example',
    baseUrl,
    ...more,
  })
const cloud = (timeout?: number) =>
  whatsAppSender({
    phoneNumberId: '106',
    accessToken: 'tok',
    template: 'login_code',
    language: 'en',
    apiVersion: 'v26.0',
    baseUrl,
    ...(timeout && { timeout }),
  })

async function reasonOf(sender: CodeSender, message: CodeMessage): Promise<string> {
  const error = await sender.send(message).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CodeNotSent)
  return (error as CodeNotSent).message
}

describe('MSG91', () => {
  it('gets the code as a variable of the flow', async () => {
    answer = { body: '{"type":"success","message":"3763646c3058373530393938"}' }
    await msg91().send(sms)
    expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v5/flow', headers: { authkey: 'key' } })
    expect(JSON.parse(received[0]!.body)).toEqual({
      template_id: 'flow1',
      short_url: '0',
      recipients: [{ mobiles: '919000000001', otp: '0123', minutes: '10' }],
    })
  })

  it('refuses with status 200 and type error', async () => {
    answer = { body: '{"type":"error","message":"template not found"}' }
    expect(await reasonOf(msg91(), sms)).toContain('template not found')
  })
})

describe('Twilio', () => {
  const queued = { status: 201, body: '{"sid":"SM1","status":"queued","error_code":null}' }

  it('sends an SMS whose last line browsers can read the code from', async () => {
    answer = queued
    await twilio().send(sms)
    const { url, headers, body } = received[0]!
    expect(url).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(headers.authorization).toBe(`Basic ${Buffer.from('SK1:s3').toString('base64')}`)
    expect(headers['content-type']).toContain('application/x-www-form-urlencoded')
    const form = new URLSearchParams(body)
    expect(form.get('To')).toBe('+919000000001')
    expect(form.get('From')).toBe('+15005550006')
    expect(form.get('ValidityPeriod')).toBe('600')
    expect(form.get('Body')?.split('\n').at(-1)).toBe('@learn.example #0123')
  })

  it('names a messaging service by its own field', async () => {
    answer = queued
    await twilio({ from: 'MG77' }).send(sms)
    const form = new URLSearchParams(received[0]!.body)
    expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual(['MG77', null])
  })

  it('uses the WhatsApp template for WhatsApp, and sends none by SMS instead', async () => {
    answer = queued
    const both = twilio({ whatsAppFrom: '+14155238886', whatsAppContentSid: 'HX1' })
    await both.send(whatsApp)
    expect(await reasonOf(twilio(), whatsApp)).toBe('Twilio is not set up for WhatsApp')
    expect([both.channels, twilio().channels, msg91().channels]).toEqual([['sms', 'whatsapp'], ['sms'], ['sms']])
    const [template, more] = received.map(({ body }) => new URLSearchParams(body))
    expect(template?.get('To')).toBe('whatsapp:+971501234567')
    expect(template?.get('From')).toBe('whatsapp:+14155238886')
    expect(template?.get('ContentSid')).toBe('HX1')
    expect(JSON.parse(template?.get('ContentVariables') ?? '')).toEqual({ 1: '0123' })
    expect(template?.get('Body')).toBeNull()
    expect(more).toBeUndefined()
  })

  it('says of a code that works for a day how many hours that is, and tries as long as it can', async () => {
    answer = queued
    await twilio().send({ ...sms, code: '01234567', minutes: 1440 })
    const form = new URLSearchParams(received[0]!.body)
    expect(form.get('Body')).toContain('Your log-in code is 01234567. It works for 24 hours.')
    expect(form.get('ValidityPeriod')).toBe('14400')
  })

  it('refuses with its own code', async () => {
    answer = { status: 400, body: '{"code":21211,"message":"Invalid To number","status":400}' }
    expect(await reasonOf(twilio(), sms)).toContain('21211')
  })
})

describe('WhatsApp', () => {
  it('gets the code twice: in the text and for the copy button', async () => {
    answer = { body: '{"messaging_product":"whatsapp","contacts":[],"messages":[{"id":"wamid.1"}]}' }
    await cloud().send(whatsApp)
    const { url, headers, body } = received[0]!
    expect(url).toBe('/v26.0/106/messages')
    expect(headers.authorization).toBe('Bearer tok')
    const parameters = [{ type: 'text', text: '0123' }]
    expect(JSON.parse(body)).toEqual({
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '971501234567',
      type: 'template',
      template: {
        name: 'login_code',
        language: { code: 'en' },
        components: [
          { type: 'body', parameters },
          { type: 'button', sub_type: 'url', index: '0', parameters },
        ],
      },
    })
  })

  it('refuses with an error object', async () => {
    answer = { status: 400, body: '{"error":{"message":"rate","code":131056}}' }
    expect(await reasonOf(cloud(), whatsApp)).toContain('131056')
  })

  it('has not sent anything when it names no message', async () => {
    answer = { body: '{"messaging_product":"whatsapp"}' }
    await reasonOf(cloud(), whatsApp)
  })
})

describe.each([
  ['MSG91', msg91],
  ['Twilio', (timeout?: number) => twilio(timeout ? { timeout } : {})],
  ['WhatsApp', cloud],
])('%s, when it misbehaves', (_, sender) => {
  it.each([
    ['answers with HTML', { body: '<html>busy</html>' }],
    ['answers with nothing', { body: '' }],
    ['answers with null', { body: 'null' }],
    ['answers with a 500', { status: 500, body: '{}' }],
    ['breaks off', { cut: true }],
  ])('%s: the code counts as not sent, and no reason shows it', async (_name, given) => {
    answer = given
    expect(await reasonOf(sender(), sms)).not.toContain('0123')
  })

  it('is not waited for for ever', async () => {
    answer = { silent: true }
    expect(await reasonOf(sender(60), sms)).toBe('no answer in 60 ms')
  })
})
