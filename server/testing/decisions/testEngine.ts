import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decisionEngine, type EngineRequest, type EngineVerdict, signatureOf } from '../../../client/example/decisionEngine.ts'

export type { EngineRequest, EngineVerdict } from '../../../client/example/decisionEngine.ts'

export const engineSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

export type TestEngine = { url: string; close(): Promise<void> }

async function listening(server: Server): Promise<TestEngine> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/decide`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The example engine (client/example), listening. */
export const startEngine = (decide?: (request: EngineRequest) => EngineVerdict): Promise<TestEngine> =>
  listening(decisionEngine({ secret: engineSecret, ...(decide && { decide }) }))

export type RawAnswer = { status?: number; body?: string; secret?: string; headers?: Record<string, string> }

/** An engine that answers whatever a test says; null: never. `heard`: the ids of the requests. */
export async function startRawEngine(answer: (id: string) => RawAnswer | null): Promise<TestEngine & { heard: string[] }> {
  const heard: string[] = []
  const engine = await listening(
    createServer((request, response) => {
      const id = String(request.headers['webhook-id'])
      heard.push(id)
      const rawAnswer = answer(id)
      if (rawAnswer === null) return
      const { status = 200, body = JSON.stringify(acceptance(id)), secret = engineSecret, headers = {} } = rawAnswer
      response.writeHead(status, { ...signatureOf(secret, id, body), ...headers }).end(body)
    }),
  )
  return { ...engine, heard }
}

/** A well-formed acceptance. */
export const acceptance = (id: string) => ({ version: 1, id, outcome: 'accept', rule: 'ok', engine_version: 'test-1' })
