import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Bare node:http that sends the product's own bytes with the product's own headers. */
const body = readFileSync(process.env.BODY_FILE!)
const headers = JSON.parse(process.env.REPLY_HEADERS!) as Record<string, string>
createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(process.env.PORT), '127.0.0.1')
