import { ApiFailure } from './apiFailure.ts'
import { toSnake } from './wire.ts'

/** Milliseconds without a byte on its way, or without an answer after the last, that count as failed (a slow line may take long). */
const stillMs = 30_000

type Form = {
  headers: Record<string, string>
  /** The file's field. */
  name: string
  file: File
  body?: unknown
  signal?: AbortSignal | undefined
  onUpload?: ((share: number) => void) | undefined
}

/**
 * Sends a multipart form: the body's fields and then the file, telling how much has left, which `fetch` cannot. Rejects with the signal's reason
 * when its caller gives it up, else with an `ApiFailure`.
 */
export function sendForm(address: string, { headers, name, file, body = {}, signal, onUpload }: Form): Promise<Response> {
  const form = new FormData()
  for (const [field, value] of Object.entries(toSnake(body) as Record<string, unknown>)) form.append(field, String(value))
  form.append(name, file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failed = (type: 'Timeout' | 'NoConnection') =>
      end(() => reject(new ApiFailure({ status: 0, type, message: type, outcomeUnknown: true })))
    const giveUp = () => end(() => reject(signal?.reason as Error)) // an abort's reason
    let still = setTimeout(() => failed('Timeout'), stillMs)
    const moved = () => {
      clearTimeout(still)
      still = setTimeout(() => failed('Timeout'), stillMs)
    }
    const end = (how: () => void) => {
      clearTimeout(still)
      signal?.removeEventListener('abort', giveUp)
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
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    request.send(form)
  })
}

/** The same answer as `fetch` gives it, so that one reader reads both. */
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
