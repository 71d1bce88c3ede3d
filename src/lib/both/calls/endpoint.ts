import * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'
import type { Limit } from './limits.ts'
import type { Search } from './search.ts'
import type { StaffRole } from '../staff-roles.ts'

/**
 * Who may call: anyone; whoever has proved a phone and holds its token; a learner, whose profile is completed too
 * (document 1, section 6); somebody of the staff who has proved their phone and nothing else yet; or one who is logged in
 * and has one of the call's roles.
 */
export type Access = 'anyone' | 'verified' | 'learner' | 'entering' | 'staff'

/**
 * The second factor that a staff call needs: one given in the last 15 minutes (RECENT_FACTOR of staff.rules.ts), or the one
 * that the session began with.
 */
type SecondFactor = 'recent' | 'session'

/**
 * How the body travels: `multipart` where a file may come with it, `form` takes urlencoded and multipart alike. A body of
 * another kind is refused with 415.
 */
export type BodyKind = 'json' | 'form' | 'multipart'

/** Sent with value 1 by requests that a timer or an event of the page makes: they do not renew a staff session. */
export const BACKGROUND_HEADER = 'x-background'

/** Bytes a body may have where a call says nothing else. */
export const BODY_LIMIT = 1024 * 1024

/** Bytes an uploaded picture may have. */
export const LARGEST_IMAGE = 10 * 1024 * 1024

/** Bytes a form with one picture may have: the picture, and as much again for the rest as any other body. */
export const IMAGE_FORM_LIMIT = LARGEST_IMAGE + BODY_LIMIT

/** Which service of the specification answers: the versioned API, the operations service or the news service. */
export type Service = 'v1' | 'ops' | 'news'

type Shape = z.core.$ZodType

export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Who extends Access = Access,
> {
  readonly method: 'GET' | 'POST'
  /** Path below the service's base; parameters as `{name}`. */
  readonly path: string
  readonly service: Service
  readonly access: Who
  /** Who of the staff may call, where they alone may: nobody else is let through, the owner neither. */
  readonly roles: readonly StaffRole[]
  /** Undefined for calls that are not for staff. Checked before the call's function runs (src/http/request/who-calls.ts). */
  readonly secondFactor: SecondFactor | undefined
  readonly bodyKind: BodyKind
  /** Bytes the body may have; longer ones are refused with 413. Fields, parts and levels have limits too (src/lib/server/bodies). */
  readonly bodyLimit: number
  /**
   * How often a learner, or a member of the staff, may make the call, where it costs something beyond an answer. Malformed
   * requests do not count, and of a call with a `search` only searches do.
   */
  readonly limit: Limit | undefined
  /** Subject and fields of a search that the call makes. Each search is logged. */
  readonly search?: Search | undefined
  /**
   * Sent twice, it would create something twice: callers may name a request in the header `Idempotency-Key`, and one that is
   * sent again by the same name is answered as before (src/core/calls/create-once.ts). Only of calls of learners and of staff.
   */
  readonly creates: boolean
  /** Only a log-in whose phone was proved with a code of 8 digits may call (access `entering`): it sets up a second factor. */
  readonly enrols: boolean
  /**
   * The codes of errors that the call answers with beyond those that follow from the rest of its declaration (access, input,
   * limit). An answer with another one fails the tests.
   */
  readonly refuses: readonly ErrorCode[]
  /** The reply has an ETag, and a caller who has this version is answered 304. */
  readonly versioned: boolean
  /** One line for the API document. */
  readonly summary: string
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** A body that is right, for the API document. */
  readonly example: object | undefined
  /** The allow-list of what leaves the server. */
  readonly reply: Reply
  /** HTTP status of a success. */
  readonly success: 200 | 201
}

const nothing = z.object({})
type Nothing = typeof nothing

interface Declaration<
  Params extends Shape,
  Query extends Shape,
  Body extends Shape,
  Reply extends Shape,
  Who extends Access,
> {
  method: 'GET' | 'POST'
  path: string
  summary: string
  access: Who
  roles?: readonly StaffRole[]
  reply: Reply
  service?: Service
  bodyKind?: BodyKind
  bodyLimit?: number
  limit?: Limit
  search?: Search
  creates?: boolean
  enrols?: boolean
  refuses?: readonly ErrorCode[]
  versioned?: boolean
  params?: Params
  query?: Query
  body?: Body
  example?: z.input<Body> & object
  success?: 200 | 201
}

/** Fields that calls for staff must declare, and other calls cannot. */
type StaffDeclaration<Who extends Access> = Who extends 'staff'
  ? { secondFactor: SecondFactor }
  : { secondFactor?: undefined }

/**
 * Declares a call once. The server mounts this object, the browser calls it, and the API document, the access tests and
 * the fuzz tests are derived from it.
 */
export function endpoint<
  Reply extends Shape,
  const Who extends Access,
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends Shape = Nothing,
>(
  declared: Declaration<Params, Query, Body, Reply, Who> & StaffDeclaration<Who>,
): Endpoint<Params, Query, Body, Reply, Who> {
  return {
    service: 'v1',
    bodyKind: 'json',
    bodyLimit: BODY_LIMIT,
    limit: undefined,
    roles: [],
    secondFactor: undefined,
    creates: false,
    enrols: false,
    refuses: [],
    versioned: false,
    example: undefined,
    success: 200,
    params: nothing as unknown as Params,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    ...declared,
  }
}

/** What a handler receives: parsed and coerced. */
export interface InputOf<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
}

/** What a caller passes; parts that take nothing may be left out. */
export type CallInput<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>>

type Part<Name extends string, Value> =
  Record<string, never> extends Value ? { [Key in Name]?: Value } : { [Key in Name]: Value }

/** What a caller gets back. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** Where each service is mounted on our own server. */
export const servicePaths: Record<Service, string> = { v1: '/api/v1', ops: '/api/ops', news: '/api/news' }

/** The query of a request, with its question mark. */
export function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

/** Fills the parameters of an endpoint's path: `/user/courses/{id}` and `{ id: 7 }` give `/user/courses/7`. */
export function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
}
