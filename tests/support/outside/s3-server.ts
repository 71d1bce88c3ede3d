import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface S3Server {
  /** The settings that lead a server here. */
  settings: Record<string, string>
  /** What is stored, by `bucket/key`. */
  objects: Map<string, { bytes: Buffer; type: string | undefined; noted?: Record<string, string> }>
  /** Requests, as `GET /bucket/key`. */
  requests: string[]
  /** The next so many requests are answered with 503. */
  failNext: (count: number) => void
  close: () => Promise<void>
}

const accessKey = 'AKIATEST'
const secretKey = 'a secret/of+the bucket'
const region = 'ap-south-1'

/** A storage service that speaks the S3 we need, and refuses what is not signed as AWS's signature version 4 asks. */
export async function startS3(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const requests: string[] = []
  let failures = 0
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const key = decodeURIComponent((request.url ?? '').slice(1))
    requests.push(`${request.method} /${key}`)
    const answer = (status: number, headers: Record<string, string | number> = {}, content?: Buffer) =>
      void response.writeHead(status, headers).end(content)
    if (failures > 0) {
      failures -= 1
      return answer(503)
    }
    const problem = problemWith(request, body)
    if (problem) return answer(403, {}, Buffer.from(problem))
    const found = objects.get(key)
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return answer(411)
      const noted = Object.entries(request.headers).filter(([name]) => name.startsWith('x-amz-meta-'))
      objects.set(key, {
        bytes: body,
        type: request.headers['content-type'],
        noted: Object.fromEntries(noted) as Record<string, string>,
      })
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    if (!found) return answer(404)
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? found.bytes : found.bytes.subarray(Number(from), Number(to) + 1)
    answer(
      from === undefined ? 200 : 206,
      { ...found.noted, 'content-length': part.length },
      request.method === 'HEAD' ? undefined : part,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    settings: {
      FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_S3_BUCKET: 'padavu-files',
      FILES_S3_REGION: region,
      FILES_S3_ACCESS_KEY: accessKey,
      FILES_S3_SECRET_KEY: secretKey,
    },
    objects,
    requests,
    failNext: (count) => (failures = count),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function problemWith(request: IncomingMessage, body: Buffer): string | undefined {
  const header = (name: string) => String(request.headers[name] ?? '')
  const [, credential = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+), SignedHeaders=(\S+), Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    ) ?? []
  const time = header('x-amz-date')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  if (credential !== `${accessKey}/${scope}`) return 'credential'
  if (!signed.split(';').includes('host') || !signed.split(';').includes('x-amz-content-sha256'))
    return 'signed headers'
  const payload = header('x-amz-content-sha256')
  if (request.method === 'PUT' && payload !== sha256(body)) return 'payload'
  const canonical = [
    request.method,
    request.url,
    '',
    ...signed.split(';').map((name) => `${name}:${header(name).trim()}`),
    '',
    signed,
    payload,
  ].join('\n')
  const key = [time.slice(0, 8), region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretKey}`)
  const expected = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(Buffer.from(canonical))}`).toString('hex')
  return signature === expected ? undefined : 'signature'
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
