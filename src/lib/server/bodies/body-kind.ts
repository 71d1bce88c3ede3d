import type { BodyKind } from '../../both/calls/endpoint.ts'

/** A form of HTML as it travels, or JSON. */
export type MediaType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data'

/** What a call takes, by what its contract declares. */
export const mediaTypes: Record<BodyKind, readonly MediaType[]> = {
  json: ['application/json'],
  form: ['multipart/form-data', 'application/x-www-form-urlencoded'],
  multipart: ['multipart/form-data'],
}

/**
 * The kind of a body, by its Content-Type; undefined for all that no call takes, and for text in other characters than
 * UTF-8.
 */
export function mediaTypeOf(contentType: string): MediaType | undefined {
  // As our own pages say it, which is most often.
  if (contentType === 'application/json') return contentType
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (parameters.some((parameter) => /^charset=(?!"?utf-?8"?$)/.test(parameter))) return undefined
  return Object.values(mediaTypes)
    .flat()
    .find((known) => known === type)
}
