import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a partner fails: nobody there; errors of its own; answers after longer than anybody waits; answers that are lost after their effect. */
export const partnerFaults = ['unreachable', 'errors', 'slow', 'lost'] as const
export type PartnerFault = (typeof partnerFaults)[number]

type PartnerProxy = {
  url: string
  /** Null: it works. */
  fail(fault: PartnerFault | null): void
  /** Requests that met each fault. */
  met: Record<PartnerFault, number>
  close(): Promise<void>
}

/** How long a slow answer takes: as long as the product waits. */
const slowMs = 20_000

/** Stands before a partner's HTTP API on 127.0.0.1, and lets it fail as it is told to. */
export async function startPartnerProxy(partnerUrl: string): Promise<PartnerProxy> {
  let fault: PartnerFault | null = null
  const met: Record<PartnerFault, number> = { unreachable: 0, errors: 0, slow: 0, lost: 0 }
  const stopping = new AbortController()
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const now = fault
    if (now !== null) met[now] += 1
    if (now === 'unreachable') return request.socket.destroy()
    if (now === 'errors') return response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"type":"api_error"}}')
    const body = Buffer.concat((await request.toArray()) as Buffer[]) // a stream without an encoding
    const { method, url, headers } = request
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      send(new URL(url ?? '/', partnerUrl), { method, headers }, resolve)
        .on('error', reject)
        .end(body),
    )
    const words = Buffer.concat((await answer.toArray()) as Buffer[]) // the same
    if (now === 'lost') return request.socket.destroy()
    if (now === 'slow') await sleep(slowMs, undefined, { signal: stopping.signal })
    return response.writeHead(answer.statusCode ?? 502, answer.headers).end(words)
  }
  const server = createServer((request, response) => void pass(request, response).catch(() => request.socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server
    met,
    fail: (next) => void (fault = next),
    async close() {
      stopping.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
