import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestScope } from '../calls/request-scope.ts'
import { watchCalls } from './outgoing-calls.ts'

const told: { call: string; outcome?: number | string }[] = []
const span = {
  query: () => {},
  end: () => {},
  call: (method: string, host: string) => {
    const entry: (typeof told)[number] = { call: `${method} ${host}` }
    told.push(entry)
    return (outcome: number | string) => void (entry.outcome = outcome)
  },
}

const service = http.createServer((request, response) => {
  if (request.url === '/broken') request.socket.destroy()
  else response.writeHead(202).end('taken')
})
let host: string
let stop: () => void

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(service.address() as AddressInfo).port}`
  stop = watchCalls()
})

afterAll(() => {
  stop()
  service.close()
})

const inRequest = (run: () => Promise<unknown>) => requestScope.run({ requestId: 'request-1', span }, run)
const get = () =>
  new Promise((resolve) => http.get(`http://${host}/endpoint-secret`, (r) => r.resume().on('end', resolve)))

test('a call to a provider is told of with its host and status, and nothing else of its address', async () => {
  await inRequest(() => fetch(`http://${host}/Accounts/secret?key=secret`, { method: 'POST', body: '1' }))
  await inRequest(get)
  await expect(inRequest(() => fetch(`http://${host}/broken`))).rejects.toThrow()
  expect(told).toEqual([
    { call: `POST ${host}`, outcome: 202 },
    { call: `GET 127.0.0.1`, outcome: 202 },
    { call: `GET ${host}`, outcome: expect.stringMatching(/Error/) },
  ])
})

test('a call on behalf of no request is not', async () => {
  told.length = 0
  await fetch(`http://${host}/`)
  await get()
  expect(told).toEqual([])
})
