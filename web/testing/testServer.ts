import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A received request. */
export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
export type Answer = (seen: Seen, response: ServerResponse) => void

export type TestServer = { url: string; seen: Seen[]; answer: (next: Answer) => void }

let opened: Promise<TestServer> | undefined

/** A real HTTP server whose response handler the test sets. Shared by all files of a process, because the client reads its base URL once. */
export const testServer = (): Promise<TestServer> => (opened ??= open())

async function open(): Promise<TestServer> {
  const seen: Seen[] = []
  let respond: Answer = (_, response) => void response.writeHead(500).end()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const received = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      seen.push(received)
      respond(received, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo // a listening TCP server has an AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answer: (next) => (respond = next),
  }
}

/** Responds with JSON in the media type of a mode. */
export const json = (response: ServerResponse, status: number, body: unknown, mode: 'live' | 'sandbox' = 'live'): void =>
  void response
    .writeHead(status, { 'content-type': `application/vnd.acme${mode === 'sandbox' ? '.sandbox' : ''}.v2+json; charset=utf-8` })
    .end(JSON.stringify(body))

/** Responds with an error envelope. */
export const refuse = (response: ServerResponse, status: number, type: string, fields?: unknown): void =>
  json(response, status, {
    error: { type, message: `message of ${type}`, request_id: 'request-1', ...(fields === undefined ? {} : { fields }) },
  })
