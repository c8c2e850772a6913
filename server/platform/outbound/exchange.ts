import http from 'node:http'
import https from 'node:https'
import { HostProblem } from './resolveHost.ts'

/** `body`: the first 64 KB as text; `cut`: the body was longer. */
export type Exchange = { status: number; body: string; cut: boolean }
export type Failure = 'unknown_host' | 'private_address' | 'unreachable' | 'timed_out' | 'bad_certificate' | 'unreadable'

type Sending = {
  agents: { 'http:': http.Agent; 'https:': https.Agent }
  method: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  timeoutMs: number
}

const connectMs = 5_000
const maxBytes = 64 * 1024

/** Sends one request; never rejects. Asks for an uncompressed response and does not decompress one. */
export function exchange(url: URL, { agents, method, headers, body, timeoutMs }: Sending): Promise<Exchange | { failure: Failure }> {
  return new Promise((resolve) => {
    const secure = url.protocol === 'https:'
    const request = (secure ? https : http).request(url, {
      agent: agents[secure ? 'https:' : 'http:'],
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'accept-encoding': 'identity' },
    })
    const end = (result: Exchange | { failure: Failure }) => {
      clearTimeout(whole)
      clearTimeout(connecting)
      resolve(result)
      if (!('status' in result) || result.cut) request.destroy()
    }
    const whole = setTimeout(() => end({ failure: 'timed_out' }), timeoutMs)
    let connecting: NodeJS.Timeout | undefined
    request.on('socket', (socket) => {
      if (!socket.connecting) return
      connecting = setTimeout(() => end({ failure: 'timed_out' }), connectMs)
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    request.on('error', (error) => end({ failure: failureOf(error) }))
    // A protocol upgrade, or a connection closed without a response.
    request.on('upgrade', () => end({ failure: 'unreadable' }))
    request.on('close', () => end({ failure: 'unreachable' }))
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      const answer = (cut: boolean) => {
        const whole = Buffer.concat(parts).subarray(0, maxBytes)
        end({ status: response.statusCode ?? 0, body: whole.toString('utf8'), cut })
      }
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size > maxBytes) answer(true)
      })
      response.on('end', () => answer(false))
      response.on('error', () => end({ failure: 'unreachable' }))
    })
    request.end(body)
  })
}

function failureOf(error: Error): Failure {
  if (error instanceof HostProblem) return error.code
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  if (code.startsWith('HPE_')) return 'unreadable'
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return 'bad_certificate'
  return 'unreachable'
}
