import { createServer } from 'node:http'
import { body, headers } from '../requests/bare.ts'

/** Bare node:http that sends the product's own bytes with the product's own headers. */
createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(process.env.PORT), '127.0.0.1')
