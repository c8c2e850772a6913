import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as the server saw it. */
export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
export type Answer = (seen: Seen, response: ServerResponse) => void

export type TestServer = { url: string; seen: Seen[]; answer: (next: Answer) => void }

let opened: Promise<TestServer> | undefined

/** A real HTTP server whose answers the test decides: one for all files of a process, as a page reads once where its server is. */
export const testServer = (): Promise<TestServer> => (opened ??= open())

async function open(): Promise<TestServer> {
  const seen: Seen[] = []
  let present: Answer = (_, response) => void response.writeHead(500).end()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      seen.push(one)
      present(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answer: (next) => (present = next),
  }
}

/** Answers with JSON of a mode. */
export const json = (response: ServerResponse, status: number, body: unknown, mode: 'live' | 'sandbox' = 'live'): void =>
  void response
    .writeHead(status, { 'content-type': `application/vnd.acme${mode === 'sandbox' ? '.sandbox' : ''}.v2+json; charset=utf-8` })
    .end(JSON.stringify(body))

/** Answers with a refusal in its envelope. */
export const refuse = (response: ServerResponse, status: number, type: string, fields?: unknown): void =>
  json(response, status, {
    error: { type, message: `message of ${type}`, request_id: 'request-1', ...(fields === undefined ? {} : { fields }) },
  })
