import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { openDatabase } from '#db/open.ts'
import { sweepOverdue } from '#features/exams/server/sweep.ts'
import { remindOfClasses } from '#features/live-classes/server/reminders.ts'
import { remindOfWebinars } from '#features/webinars/server/reminders.ts'
import { deliverPushes } from '#features/notifications/server/deliver.ts'
import { sendDue } from '#features/notifications/staff/server/send/send-announcement.ts'
import { callsThrough, type Call } from './calls.ts'
import { composed } from './composed.ts'
import type { FreshDatabase } from './database.ts'

/** A server of its own on data that others use too: it truly runs at the same time. */
export interface SecondServer {
  call: Call
  /** @returns how many attempts it finished */
  sweep: () => Promise<number>
  /** @returns how many messages it handed to push services */
  push: () => Promise<number>
  /** @returns how many notifications it sent that were due */
  tell: () => Promise<number>
  /** @returns how many live classes it took to be still unannounced */
  remind: () => Promise<number>
  close: () => Promise<void>
}

interface Setup {
  databaseUrl: string | undefined
  dataDir: string
  /** One instant, which all of them share. */
  clock: Float64Array
}

type Task = 'sweep' | 'push' | 'tell' | 'remind'
type Asked = { task: Task } | { path: string; init: RequestInit }
type Question = Asked & { id: number }
/** `done`: how much a task did. */
type Reply = { id: number; status: number; text: string; done: number; error?: string }

/**
 * Starts the API in a thread with a connection of its own, beyond the lock that keeps a second server off a data folder.
 * @param clock its first element is the time
 */
export async function secondServer(
  { databaseUrl, dataDir }: Pick<FreshDatabase, 'databaseUrl' | 'dataDir'>,
  clock: Float64Array,
): Promise<SecondServer> {
  const setup: Setup = { databaseUrl, dataDir, clock }
  const worker = new Worker(new URL(import.meta.url), { workerData: setup })
  const asked = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>()
  let count = 0
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (reply: Reply | 'ready') => {
      if (reply === 'ready') return resolve()
      const waiting = asked.get(reply.id)
      asked.delete(reply.id)
      if (reply.error === undefined) waiting?.resolve(reply)
      else waiting?.reject(new Error(reply.error))
    })
  })
  await ready
  const ask = (question: Asked) =>
    new Promise<Reply>((resolve, reject) => {
      const id = ++count
      asked.set(id, { resolve, reject })
      worker.postMessage({ id, ...question })
    })
  const perform = async (task: Task) => (await ask({ task })).done
  return {
    call: callsThrough(async (path, init = {}) => {
      const { status, text } = await ask({ path, init })
      return new Response(text, { status })
    }),
    sweep: () => perform('sweep'),
    push: () => perform('push'),
    tell: () => perform('tell'),
    remind: () => perform('remind'),
    close: async () => void (await worker.terminate()),
  }
}

async function serve(port: NonNullable<typeof parentPort>, { databaseUrl, dataDir, clock }: Setup): Promise<void> {
  const opened = await openDatabase({ databaseUrl, dataDir })
  const { services, app, push } = composed({ ...opened, dataDir }, () => clock[0]!)
  const tasks: Record<Task, () => Promise<number>> = {
    sweep: () => sweepOverdue(services),
    push: async () => {
      await deliverPushes(services)
      return push.sent.splice(0).length
    },
    tell: () => sendDue(services),
    remind: async () => (await remindOfClasses(services)) + (await remindOfWebinars(services)),
  }
  const answer = async (question: Question): Promise<Reply> => {
    const nothing = { id: question.id, status: 0, text: '', done: 0 }
    if ('task' in question) return { ...nothing, done: await tasks[question.task]() }
    const response = await app.request(question.path, question.init)
    return { ...nothing, status: response.status, text: await response.text() }
  }
  port.on('message', (question: Question) => {
    void answer(question)
      .catch((error: unknown) => ({ id: question.id, status: 0, text: '', done: 0, error: String(error) }))
      .then((reply) => port.postMessage(reply))
  })
  port.postMessage('ready')
}

if (!isMainThread && parentPort && (workerData as Setup | undefined)?.clock)
  await serve(parentPort, workerData as Setup)
