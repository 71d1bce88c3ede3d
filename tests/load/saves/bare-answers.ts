import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { readConfig } from '#core/config.ts'
import { openLog } from '#core/log.ts'
import { GRACE } from '#features/exams/exams.rules.ts'
import type { SaveValues } from '#features/exams/take/server/saving/store-answer.ts'
import { newRequestId } from '#http/request/request.ts'
import { body, headers } from '../requests/bare.ts'

/** The settings and the log that the product has by default. */
export const config = readConfig(process.env)
const { log } = openLog(config)

/** What a save is stored with; all that differs from one to the next, by the product's names. */
export type Answer = SaveValues & { attempt_id: number; writer: string }

/** Stores an answer, and tells whether it is on the disk. */
export type Store = (answer: Answer, done: (stored: boolean) => void) => void

/**
 * The least that can take an answer over HTTP: node:http, one JSON.parse, one line of the log as the product writes it, a
 * reply of the same bytes with the same headers. It asks nothing about who sends the answer or what is in it, beyond what
 * the statement asks; whose attempt it is has been read when it started.
 * @param owners who has each attempt under way
 */
export function takeAnswers(owners: Map<number, number>, store: Store): void {
  createServer((request, response) => {
    if (request.method === 'GET') return void response.end()
    const began = performance.now()
    read(request, (action) => {
      store(answerOf(action, owners), (stored) => reply(log, request, response, began, stored))
    })
  }).listen(config.PORT, config.HOST)
}

type Action = { [Name in keyof Answer | 'qid' | 'answer_option_id']: number } & { marked: boolean; writer: string }

function read(request: IncomingMessage, heard: (action: Action) => void): void {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (piece: string) => (text += piece))
  request.on('end', () => heard(JSON.parse(text) as Action))
}

function answerOf(action: Action, owners: Map<number, number>): Answer {
  const { exam_id, attempt_id, writer, qid, answer_option_id, marked, seq, time_from, time_to } = action
  const now = Date.now()
  return {
    user_id: owners.get(attempt_id)!,
    exam_id,
    attempt_id,
    writer,
    deadline_from: now - GRACE,
    question_id: qid,
    option_id: answer_option_id,
    marked: marked ? 1 : 0,
    seq,
    time_from,
    time_to,
    saved_at: now,
    visited: null,
  }
}

/** Names and values by turns, which node:http writes as they are. */
const head = Object.entries(headers).flat()
const idPlace = head.indexOf('x-request-id') + 1

function reply(log: Logger, request: IncomingMessage, response: ServerResponse, began: number, stored: boolean): void {
  const status = stored ? 200 : 500
  const req = newRequestId()
  head[idPlace] = req
  response.writeHead(status, head).end(body)
  const ms = Math.round((performance.now() - began) * 10) / 10
  log.info({ req, method: request.method, path: request.url, status, ms }, 'request')
}
