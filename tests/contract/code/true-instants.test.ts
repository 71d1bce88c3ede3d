import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { routes } from '#http/routes.ts'
import { nameOf } from '../../support/api/sample.ts'

/** What the document says of a field that tells a time, in whatever form. */
const tellsTime = /since 1970|Indian time|A day in India|dd-MM-yyyy/

/** A day has no instant. */
const days = ['live_class_date', 'day', 'birthday', 'dob']

/** Of the receipt, which is a document with a day on it. */
const invoiceDay = 'The day of the invoice'

/** Clocks for programs, which nobody is shown: instants already. */
const clocks = ['server_time', 'started_at', 'deadline_at', 'saved_at', 'made_at', 'until']

/** Two fields that tell one time share its instant. */
const shared: Record<string, string> = {
  date: 'start_time_iso',
  starts_at: 'start_time_iso',
  ends_at: 'end_time_iso',
  created_at_string: 'created_at_iso',
}

interface Schema {
  description?: string
  properties?: Record<string, Schema>
  [key: string]: unknown
}

/** Every object in a schema. */
function objectsIn(schema: unknown): Schema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inner = Object.values(schema).flatMap(objectsIn)
  return 'properties' in schema ? [schema as Schema, ...inner] : inner
}

/** Those of staff tell instants alone, which the console shows in the words of its screens. */
const ofLearners = routes.filter(({ endpoint }) => endpoint.access !== 'staff' && endpoint.access !== 'entering')

const replies = ofLearners.map(({ endpoint }) => {
  const schema = z.toJSONSchema(endpoint.reply, { unrepresentable: 'any', io: 'output', reused: 'inline' })
  return [nameOf(endpoint), objectsIn(schema)] as const
})

/** All that is said of a field. */
const said = (schema: Schema | undefined) => JSON.stringify(schema ?? {})

/** Objects are looked into by themselves. */
function isShownTime(field: string, words: string): boolean {
  if (!tellsTime.test(words) || words.includes('"properties"') || words.includes(invoiceDay)) return false
  return !days.includes(field) && !clocks.includes(field)
}

describe('beside each time that a reply shows stands its instant', () => {
  test('in every call', () => {
    const without = replies.flatMap(([name, objects]) =>
      objects.flatMap(({ properties = {} }) =>
        Object.entries(properties)
          .filter(([field, schema]) => isShownTime(field, said(schema)))
          .map(([field]) => [field, [`${field}_iso`, shared[field] ?? '']] as const)
          .filter(([, instants]) => !instants.some((instant) => said(properties[instant]).includes('ISO 8601')))
          .map(([field]) => `${name}: ${field}`),
      ),
    )
    expect([...new Set(without)]).toEqual([])
  })

  test('and it is found where there are such times', () => {
    const fields = replies.flatMap(([, objects]) => objects.flatMap(({ properties = {} }) => Object.keys(properties)))
    for (const field of ['start_date_iso', 'validity_iso', 'news_date_iso', 'created_at_iso', 'start_time_iso'])
      expect(fields).toContain(field)
  })
})
