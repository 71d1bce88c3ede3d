import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorBody } from '#core/calls/error-body.ts'
import { routes } from '#http/routes.ts'
import { BODY_LIMIT } from '#lib/both/calls/endpoint.ts'
import { MINUTE } from '#lib/both/time/clock.ts'
import { fileSize } from '#lib/both/files.ts'
import { tooLarge } from '#lib/server/bodies/body-bytes.ts'
import { serverLimits } from '#server/limits.ts'

const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
const nginx = readFileSync('deploy/cache/nginx.conf', 'utf8')
const operating = readFileSync('docs/operating.md', 'utf8')

describe('the log of the proxy', () => {
  const [, pattern = '', replacement = ''] = /request>uri regexp "(.*)" "(.*)"\n/.exec(caddyfile) ?? []
  const logged: [string, string][] = [
    ['/files/a.mp4?expires=1&filename=&sig=SECRET', '/files/a.mp4?expires=1&filename=&sig=…'],
    ['/files/a.mp4?sig=SECRET&expires=1', '/files/a.mp4?sig=…&expires=1'],
    ['/my-data/7-1.json?expires=1&filename=x&sig=SECRET', '/my-data/7-1.json?expires=1&filename=x&sig=…'],
    ['/calendar/SECRET.ics', '/calendar/…'],
    ['/calendar/SECRET.ics?x=SECRET', '/calendar/…'],
    ['/api/v1/staff/learners?words=9847012345&page=2', '/api/v1/staff/learners?words=…&page=2'],
    ['/staff/learners?words=asha%40example.com', '/staff/learners?words=…'],
    ['/api/v1/staff/tickets?state=all&text=SECRET', '/api/v1/staff/tickets?state=all&text=…'],
    ['/staff/login?from=%2Fstaff%2Flearners%3Fwords%3D9847012345&ended', '/staff/login?from=…&ended'],
    ['/api/v1/staff/learners/list?sort=name&after=asha+menon', '/api/v1/staff/learners/list?sort=name&after=…'],
    ['/courses?design=1', '/courses?design=1'],
  ]

  test('has one filter a field: of two the last alone counts', () => {
    const fields = [...caddyfile.matchAll(/^\t+(request>\S+) /gm)].map(([, field]) => field)
    expect(fields).toEqual([...new Set(fields)])
    expect(fields).toContain('request>uri')
  })

  test('has no address of the page that a request came from, or is sent to', () => {
    expect(caddyfile).toContain('request>headers>Referer delete')
    expect(caddyfile).toContain('resp_headers>Location delete')
  })

  test('has the same filter for requests and for errors', () => {
    const logs = caddyfile.match(/^\tlog .*\n(?:\t\t.*\n)+\t\}/gm) ?? []
    expect(logs.map((log) => log.split('\n')[0])).toEqual(['\tlog default {', '\tlog {'])
    for (const log of logs) expect(log).toContain('\n\t\timport log_fields\n')
  })

  test('hides every field in which staff type a search', () => {
    const fields = routes.flatMap(({ endpoint }) => (endpoint.method === 'GET' && endpoint.search?.fields) || [])
    expect(fields.length).toBeGreaterThan(5)
    for (const field of fields)
      expect(`/x?${field}=SECRET`.replace(new RegExp(pattern, 'g'), replacement)).toBe(`/x?${field}=…`)
  })

  test.each(logged)('has %j as %j', (address, line) => {
    expect(address.replace(new RegExp(pattern, 'g'), replacement)).toBe(line)
  })
})

describe('the logs of other proxies', () => {
  test('nginx logs paths without queries and without Referer, and no errors, which have both', () => {
    const [format = ''] = /log_format padavu [^;]*/.exec(nginx) ?? []
    expect(format).toContain('$padavu_logged')
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_referer|sent_http_location)\b(?!_)/)
    expect(nginx).toMatch(/^ {2}error_log \/dev\/null;$/m)
  })

  test('HAProxy logs connections without addresses of pages', () => {
    const haproxy = readFileSync('deploy/cluster/haproxy.cfg.in', 'utf8')
    expect(haproxy).not.toMatch(/httplog|httpslog|log-format|capture/)
  })

  test('are described with each field that the log of Caddy hides', () => {
    const fields = caddyfile.match(/\?:([a-z|]+)\)=/)![1]!.split('|')
    const [, section = ''] = operating.split('### The proxy in front')
    const [, sentence = ''] = /Keep out of its log(.*?)\n\n/s.exec(section) ?? []
    for (const name of [...fields.map((field) => `\`${field}=\``), '`/calendar/`', '`Referer`', '`Location`'])
      expect(sentence).toContain(name)
  })
})

describe('bodies of requests', () => {
  const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
  const largest = serverLimits.bodyBytes / BODY_LIMIT

  test('go through every proxy up to the largest that a call takes, which the servers refuse above', () => {
    expect(largest).toBe(Math.max(...routes.map(({ endpoint }) => endpoint.bodyLimit)) / BODY_LIMIT)
    expect(caddyfile).not.toContain('request_body')
    expect(numberIn(nginx, /^ {2}client_max_body_size (\d+)m;$/m)).toBeGreaterThan(largest)
    expect(operating).toContain(`- allow bodies of more than ${largest} MB`)
  })

  test('may take as long as the server allows', () => {
    const minutes = serverLimits.requestMs / MINUTE
    expect(numberIn(caddyfile, /^\t\t\tread_body (\d+)m$/m)).toBeGreaterThanOrEqual(minutes)
    expect(operating).toContain(`${minutes} minutes for a body to arrive`)
  })

  test('that nginx refuses get the reply of the servers, which names the limit', () => {
    const { request_id: _, ...reply } = errorBody(tooLarge(`At most ${fileSize(serverLimits.bodyBytes)}`), '')
    expect(JSON.parse(/^ {4}return 413 '(.*)';$/m.exec(nginx)?.[1] ?? '')).toEqual(reply)
  })

  test('have no limit in other files', () => {
    const files = globSync('deploy/**/*', { withFileTypes: true }).filter((file) => file.isFile())
    const named = [...files.map(({ parentPath, name }) => path.join(parentPath, name)), 'compose.yaml'].filter((file) =>
      /max_size \d+M|client_max_body_size|req\.body_size|LimitRequestBody/.test(readFileSync(file, 'utf8')),
    )
    expect(named).toEqual(['deploy/cache/nginx.conf'])
  })
})
