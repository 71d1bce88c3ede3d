import { call } from '#lib/browser/call/call.ts'
import type { ReplyOf } from '#lib/both/calls/endpoint.ts'
import { getPermissions } from './dashboard.contract.ts'

export type Permissions = ReplyOf<typeof getPermissions>['data']

let asked: Promise<Permissions> | undefined

/** The site's switches; several blocks of the dashboard ask for them, and the server is asked once. @throws as `call` */
export function permissions(): Promise<Permissions> {
  asked ??= call(getPermissions).then(
    ({ data }) => data,
    (error: unknown) => {
      asked = undefined
      throw error
    },
  )
  return asked
}
