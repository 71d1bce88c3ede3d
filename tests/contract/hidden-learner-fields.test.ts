import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLearners } from '#features/auth/staff/learners.contract.ts'
import {
  isVisible,
  learnerFieldReaders,
  PHONE_END,
  type LearnerField,
} from '#features/auth/staff/learner-fields.rules.ts'
import { routes } from '#http/routes.ts'
import type { Endpoint } from '#lib/both/calls/endpoint.ts'
import type { StaffRole } from '#lib/both/staff-roles.ts'
import { requestFor } from '../support/api/calls.ts'
import { nameOf, sampleInput, schemaOf, takesTexts, type JsonSchema } from '../support/api/sample.ts'
import type { TestStaff } from '../support/api/api.ts'
import { staffScene, type StaffScene } from '../support/scenes/staff-scene.ts'
import { staffMatrix } from './staff-access-matrix.ts'

/**
 * Fields of learners that a role does not see cannot be recovered by it through any call of staff: what is searched, sorted,
 * counted and paged is the same whatever the hidden values are.
 */

const ofStaff = routes.map(({ endpoint }) => endpoint).filter(({ access }) => access === 'staff')
const fields = Object.keys(learnerFieldReaders) as LearnerField[]
const hiddenFrom = (roles: readonly StaffRole[]) => fields.filter((field) => !isVisible(field, roles))
/** Roles from which something is hidden, alone and together. */
const restricted: { roles: StaffRole[] }[] = [
  { roles: ['mentor'] },
  { roles: ['author'] },
  { roles: ['mentor', 'author'] },
]

interface Values {
  name: string
  /** Ten digits. */
  phone: string
  email: string
  number: string
}

/** Two learners, whose hidden values differ between two states of the data. */
const states: [Values, Values][] = [
  [
    { name: 'Yamuna Yusuf', phone: '9847012345', email: 'zulu.kilo@mail.example', number: 'QX-17' },
    { name: 'Binu Thomas', phone: '8129867890', email: 'asha.lima@mail.example', number: 'QX-18' },
  ],
  [
    { name: 'Yamuna Yusuf', phone: '7306192345', email: 'papa.echo@post.example', number: 'RY-27' },
    { name: 'Binu Thomas', phone: '9012347890', email: 'oscar@post.example', number: 'RY-28' },
  ],
]
const unnamed: [Values, Values] = [
  { ...states[1]![0], name: 'Qadira Beevi', phone: '7306198888' },
  { ...states[1]![1], name: 'Zulekha Begum', phone: '9012340000' },
]

let scene: StaffScene
let ids: [number, number]

beforeAll(async () => {
  scene = await staffScene()
  await scene.sale()
  const other = await scene.candidate()
  ids = [scene.learner.user.id, other.id]
  await scene.newTicket()
  await scene.newComment()
})
afterAll(() => scene.api.close())

/** Writes one state of the data; a role that sees no names has other names and phones in the second one. */
async function write(values: readonly Values[]): Promise<void> {
  const { db } = scene.api.services
  for (const [at, { name, phone, email, number }] of values.entries()) {
    const user = ids[at]!
    await db.updateTable('users').set({ name, phone, email }).where('id', '=', user).execute()
    await db
      .updateTable('payments')
      .set({ invoice_number: `${number}-I`, provider_payment_id: `${number}-P` })
      .where('purchase_id', 'in', (of) => of.selectFrom('purchases').select('id').where('user_id', '=', user))
      .execute()
  }
}

/** Search texts that could reveal a value: its beginnings, ends and parts. */
function typedFor({ name, phone, email, number }: Values): string[] {
  const beginnings = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(0, at + 2))
  const ends = (text: string) => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at))
  const windows = Array.from({ length: phone.length - PHONE_END + 1 }, (_, at) => phone.slice(at, at + PHONE_END))
  return [
    ...[...beginnings(phone), ...ends(phone), ...windows, `+91 ${phone}`, `+91${phone.slice(0, 5)}`, `0${phone}`],
    ...[...beginnings(email), ...email.split(/[.@]/), `${name} ${email}`, `${name.split(' ')[0]} ${email.slice(0, 2)}`],
    ...[`${number}-I`, `${number}-P`, number, '#1', '#2'],
    ...[...beginnings(name), ...name.split(' ')],
  ]
}

interface Probe {
  name: string
  request: Parameters<StaffScene['api']['request']>
}

/** Requests by which a member may try to learn something: every reading call, each choice, each text in each field. */
async function probesOf(staff: TestStaff, roles: readonly StaffRole[], texts: readonly string[]): Promise<Probe[]> {
  const probes: Probe[] = []
  for (const endpoint of ofStaff.filter((one) => one.roles.some((role) => roles.includes(role)))) {
    if (endpoint.method !== 'GET' && !endpoint.path.endsWith('/reach')) continue
    for (const input of await inputsOf(endpoint, texts)) {
      const request = requestFor(endpoint, input, { staff })
      probes.push({ name: `${request[0]} ${String(request[1]?.body ?? '')}`, request })
    }
  }
  return probes
}

async function inputsOf(endpoint: Endpoint, texts: readonly string[]) {
  const sample = sampleInput(endpoint)
  const given = await staffMatrix[nameOf(endpoint)]!.input?.(scene)
  const base = {
    params: { ...sample.params, ...given?.params },
    query: { ...sample.query, ...given?.query },
    body: { ...sample.body, ...given?.body },
  }
  const part = endpoint.method === 'GET' ? 'query' : 'body'
  const properties = Object.entries(schemaOf(endpoint[part]).properties ?? {})
  const choices = properties.flatMap(([field, schema]) => valuesOf(schema).map((value) => ({ [field]: value })))
  const typed = properties
    .filter(([field, schema]) => takesTexts(schema) && (endpoint.search?.fields ?? []).includes(field))
    .flatMap(([field]) =>
      textsFor(endpoint, texts).map((text) => ({
        [field]: text,
        ...(endpoint.method === 'POST' && audienceOf(field)),
      })),
    )
  const paged = 'words' in base.query && endpoint.search?.of === 'learners' ? [{ page: 2 }] : []
  return [{}, ...choices, ...typed, ...paged].map((more) => ({ ...base, [part]: { ...base[part], ...more } }))
}

/** Searches for content get some of the texts, since no value of a learner is among what they read. */
const textsFor = ({ search }: Endpoint, texts: readonly string[]) =>
  search?.of === 'learners' ? texts : texts.filter((_, at) => at % 10 === 0)

const audienceOf = (field: string) => ({ audience: field === 'csv' ? 'list' : 'learner' })

const valuesOf = ({ enum: values = [], anyOf = [], ...schema }: JsonSchema): unknown[] => [
  ...values,
  ...anyOf.flatMap(valuesOf),
  ...('const' in schema ? [schema.const] : []),
]

/** Replies to the probes, without the parts that differ between any two requests. */
async function answersTo(probes: readonly Probe[]): Promise<Record<string, string>> {
  const { db } = scene.api.services
  const answers: Record<string, string> = {}
  for (const { name, request } of probes) {
    // The limit of searches would end the attack early.
    await db.deleteFrom('staff_call_counts').execute()
    const response = await scene.api.request(...request)
    const text = await response.text()
    answers[name] = `${response.status} ${text.replace(/"request_id":"[^"]*"/, '')}`
  }
  return answers
}

/** Probes whose answers tell two states of the data apart. */
async function differences(roles: StaffRole[], one: readonly Values[], other: readonly Values[]): Promise<string[]> {
  const staff = await scene.api.staff(...roles)
  const probes = await probesOf(staff, roles, [...new Set([...one, ...other].flatMap(typedFor))])
  await write(one)
  const first = await answersTo(probes)
  await write(other)
  const second = await answersTo(probes)
  expect(Object.keys(first).length).toBeGreaterThan(50)
  return Object.keys(first).filter((name) => first[name] !== second[name])
}

describe('values that a role does not see', () => {
  test('differ between the two states of the data, and visible ones do not', () => {
    const mentors = ['name', 'phone_end']
    expect([hiddenFrom(['mentor']), hiddenFrom(['author'])]).toEqual([
      fields.filter((one) => !mentors.includes(one)),
      fields,
    ])
    for (const at of [0, 1] as const) {
      const [one, other] = [states[0]![at], states[1]![at]]
      expect([one.name, one.phone.slice(-PHONE_END)]).toEqual([other.name, other.phone.slice(-PHONE_END)])
      for (const field of ['phone', 'email', 'number'] as const) expect(one[field]).not.toBe(other[field])
    }
  })

  test.each(restricted)('change no answer to $roles', async ({ roles }) => {
    const seesNames = isVisible('name', roles)
    expect(await differences(roles, states[0]!, seesNames ? states[1]! : unnamed)).toEqual([])
  })

  test('change answers to a role that sees them', async () => {
    expect((await differences(['support'], states[0]!, states[1]!)).length).toBeGreaterThan(50)
  })
})

describe('an attack on a hidden value', () => {
  interface Attack {
    /** Value known at the start. */
    known: string
    signs: string
    longest: number
    /** Extends a value by a sign. */
    extend: (value: string, sign: string) => string
    /** Words by which the value is asked about. */
    words: (value: string) => string
  }
  const digits = '0123456789'
  const letters = 'abcdefghijklmnopqrstuvwxyz@.'
  const atEnd = (value: string, sign: string) => value + sign
  const whole = (value: string) => value
  const attacks: Record<string, Attack> = {
    'phone by its beginning': { known: '98', signs: digits, longest: 10, extend: atEnd, words: whole },
    'phone before its last digits': {
      ...{ known: '2345', signs: digits, longest: 10, words: whole },
      extend: (value, sign) => sign + value,
    },
    'email address by its beginning': { known: 'zu', signs: letters, longest: 22, extend: atEnd, words: whole },
    'email address beside the name': {
      ...{ known: 'zu', signs: letters, longest: 9, extend: atEnd },
      words: (value) => `yamuna ${value}`,
    },
  }

  /** Extends what is known by one sign after the other, as long as the learner is found by it. */
  async function recover(role: StaffRole, attack: string): Promise<string> {
    const staff = await scene.api.staff(role)
    const { known, signs, longest, extend, words } = attacks[attack]!
    const isFound = async (value: string) => {
      await scene.api.services.db.deleteFrom('staff_call_counts').execute()
      const { status, body } = await scene.api.call(findLearners, { query: { words: words(value) } }, { staff })
      return status === 200 && body.data.some(({ id }) => id === ids[0])
    }
    for (let value = known; ;) {
      if (value.length >= longest) return value
      let longer: string | undefined
      for (const sign of signs) if (await isFound(extend(value, sign))) longer ??= extend(value, sign)
      if (longer === undefined) return value
      value = longer
    }
  }

  beforeAll(() => write(states[0]!))

  test.each(Object.keys(attacks))('recovers the %s for support, which sees it', async (attack) => {
    const { phone, email } = states[0]![0]
    const value = await recover('support', attack)
    expect(value).toHaveLength(attacks[attack]!.longest)
    expect([phone, email]).toContainEqual(expect.stringContaining(value))
  })

  test.each(Object.keys(attacks))('recovers nothing of the %s for a mentor', async (attack) => {
    expect(await recover('mentor', attack)).toBe(attacks[attack]!.known)
  })
})
