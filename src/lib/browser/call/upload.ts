import { callThrough, type CallOptions, type Transport } from './call.ts'
import type { CallInput, Endpoint, ReplyOf } from '../../both/calls/endpoint.ts'

/**
 * Calls the API with a file and tells how much of it is sent, from 0 to 1.
 * @throws as `call`
 */
export function upload<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & CallOptions,
  onProgress: (sent: number) => void,
): Promise<ReplyOf<E>> {
  return callThrough(uploading(onProgress), endpoint, input)
}

/** Sends requests and tells how much of each is sent, from 0 to 1; `fetch` cannot. */
export function uploading(onProgress: (sent: number) => void): Transport {
  return (url, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of Object.entries(headers as Record<string, string>)) {
        request.setRequestHeader(name, value)
      }
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(responseOf(request))
      request.onerror = request.ontimeout = () => reject(new TypeError('The server cannot be reached'))
      request.onabort = () => reject(new DOMException('Given up', 'AbortError'))
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as FormData)
    })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['content-type', 'date', 'etag', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(request.responseText, { status: request.status, headers })
}
