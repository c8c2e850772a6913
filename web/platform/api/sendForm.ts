import { ApiFailure } from './apiFailure.ts'
import { toSnake } from './wire.ts'

/** Milliseconds without upload progress, or without an answer after it, until the upload counts as failed. */
const stillMs = 30_000

type Form = {
  headers: Record<string, string>
  /** The file’s field name. */
  name: string
  file: File
  body?: unknown
  signal?: AbortSignal | undefined
  onUpload?: ((share: number) => void) | undefined
}

/**
 * Sends a multipart form, the body’s fields and then the file, with upload progress, which `fetch` cannot report. Rejects with the signal’s reason when
 * its caller aborts it, else with an `ApiFailure`.
 */
export function sendForm(address: string, { headers, name, file, body = {}, signal, onUpload }: Form): Promise<Response> {
  const form = new FormData()
  for (const [field, value] of Object.entries(toSnake(body) as Record<string, unknown>)) form.append(field, String(value))
  form.append(name, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failed = (type: 'Timeout' | 'NoConnection') =>
      end(() => reject(new ApiFailure({ status: 0, type, message: type, outcomeUnknown: true })))
    const onAbort = () => end(() => reject(signal?.reason as Error)) // the reason of an abort
    let still = setTimeout(() => failed('Timeout'), stillMs)
    const moved = () => {
      clearTimeout(still)
      still = setTimeout(() => failed('Timeout'), stillMs)
    }
    const end = (how: () => void) => {
      clearTimeout(still)
      signal?.removeEventListener('abort', onAbort)
      how()
      request.abort()
    }
    request.open('POST', address)
    request.withCredentials = true
    request.responseType = 'blob'
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved()
      onUpload?.(total > 0 ? loaded / total : 0)
    })
    request.upload.addEventListener('load', () => onUpload?.(1))
    request.addEventListener('load', () => end(() => resolve(responseOf(request))))
    request.addEventListener('error', () => failed('NoConnection'))
    if (signal?.aborted) return onAbort()
    signal?.addEventListener('abort', onAbort)
    request.send(form)
  })
}

/** Converts the answer to a `Response`, so that one parser reads both. */
function responseOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
  const headers = new Headers(
    lines.filter((line) => line.includes(':')).map((line) => [before(line), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const { status } = request
  const response = new Response(status === 204 ? null : (request.response as Blob | null), { status, headers })
  Object.defineProperty(response, 'url', { value: request.responseURL })
  return response
}

const before = (line: string) => line.slice(0, line.indexOf(':'))
