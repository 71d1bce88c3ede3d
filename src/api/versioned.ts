import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Endpoint } from '#lib/endpoint.ts'
import type { Services } from './context.ts'

/** A reply that is made only for callers who do not have this version of it yet. */
export class Versioned<Reply> {
  readonly version: string
  readonly make: () => Promise<Reply>

  /** @param version of what the reply is made of; the same for the same reply at the same address */
  constructor(version: string, make: () => Promise<Reply>) {
    this.version = version
    this.make = make
  }

  /** The reply's name by its version and by the form that its contract gives it, which may be another after an update. */
  etag(endpoint: Endpoint): string {
    return weakTag(`${this.version}.${formOf(endpoint)}`)
  }
}

/** Weak, since a reply may be sent compressed or not. */
export function weakTag(version: string): string {
  return `W/"${version}"`
}

/** True when an If-None-Match header names this tag: the answer is then 304. Proxies may have made a strong one of it. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const named = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named?.some((one) => one === '*' || one === etag.slice(2)) ?? false
}

/** 22 characters that are other ones for another text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

const forms = new WeakMap<Endpoint, string>()

function formOf(endpoint: Endpoint): string {
  const known = forms.get(endpoint)
  if (known) return known
  const schema = z.toJSONSchema(endpoint.reply, { io: 'output', unrepresentable: 'any' })
  const form = digestOf(JSON.stringify(schema)).slice(0, 8)
  forms.set(endpoint, form)
  return form
}

/** Binds a function whose reply depends on nothing but its input and the content: its version is that of the content. */
export function ofContent<Ctx, Input, Reply>(
  run: (ctx: Ctx, input: Input) => Promise<Reply>,
): (ctx: Ctx & Pick<Services, 'catalogue'>, input: Input) => Promise<Versioned<Reply>> {
  return async (ctx, input) => {
    const { contentVersion } = await ctx.catalogue(({ site }) => site())
    return new Versioned(contentVersion, () => run(ctx, input))
  }
}
