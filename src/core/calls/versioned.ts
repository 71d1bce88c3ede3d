import { createHash } from 'node:crypto'
import type { Services } from '../context.ts'

/** A reply that is made only for callers who do not have this version of it yet. */
export class Versioned<Reply> {
  readonly version: string
  readonly make: () => Promise<Reply>

  /** @param version of what the reply is made of; the same for the same reply at the same address */
  constructor(version: string, make: () => Promise<Reply>) {
    this.version = version
    this.make = make
  }

  /** The reply's name by its version and by the release of the code that makes it: another release may say it otherwise. */
  etag(release: string): string {
    return weakTag(`${this.version}.${release}`)
  }
}

/** Weak, since a reply may be sent compressed or not. */
export function weakTag(version: string): string {
  return `W/"${version}"`
}

/**
 * True when an If-None-Match header names this tag or `*`: the answer is then 304. Tags are compared weakly (RFC 9110, 8.8.3.2),
 * since proxies that compress a reply make a strong tag weak.
 */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = opaqueTag(etag)
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || opaqueTag(one.trim()) === opaque)
}

const opaqueTag = (etag: string) => (etag.startsWith('W/') ? etag.slice(2) : etag)

/** 22 characters that are other ones for another text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

type Run<Ctx, Input, Reply> = (ctx: Ctx, input: Input) => Promise<Reply>

/**
 * Binds a function whose reply depends on nothing but its input and the content, and which reads no catalogue: its version
 * is that of the content.
 */
export function ofContent<Ctx, Input, Reply>(
  run: Run<Ctx, Input, Reply>,
): Run<Ctx & Pick<Services, 'site'>, Input, Versioned<Reply>> {
  return async (ctx, input) => new Versioned((await ctx.site()).contentVersion, () => run(ctx, input))
}

/** The same of a function that reads nothing but the catalogue, which a replica may have in another version. */
export function ofCatalogue<Ctx, Input, Reply>(
  run: Run<Ctx, Input, Reply>,
): Run<Ctx & Pick<Services, 'catalogue'>, Input, Versioned<Reply>> {
  return async (ctx, input) => {
    const { contentVersion } = await ctx.catalogue(({ site }) => site())
    return new Versioned(contentVersion, () => run(ctx, input))
  }
}
