import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { withClient } from '../server/platform/database/withClient.ts'
import type { Session } from './installation.ts'

export type FloodedEndpoint = {
  address: string
  /** A planted SQL injection behind the proxy, which an attacker must find. */
  plantedHole: string
  /** Requests through the proxy get a new session from now on. */
  enterAnew(): void
  /** Responses of the server so far, by status. */
  answers(): ReadonlyMap<number, number>
  close(): Promise<void>
}

/** Less than the lifetime of a token. */
const sessionMs = 300_000

/** A proxy in front of a server: authenticates each request, by `signIn`, and counts the responses. */
export async function openFloodedEndpoint(address: string, databaseUrl: string, signIn: () => Promise<Session>): Promise<FloodedEndpoint> {
  const agent = new Agent({ keepAlive: true })
  const answers = new Map<number, number>()
  const plantedPath = '/planted?name='
  let entered: { session: Promise<Session>; until: number } | undefined

  function session(): Promise<Session> {
    if (!entered || performance.now() > entered.until) entered = { session: signIn(), until: performance.now() + sessionMs }
    return entered.session
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const signedIn = await session()
    const { host: _, authorization: __, cookie: ___, ...headers } = incoming.headers
    const passed = request(
      address + (incoming.url ?? '/'),
      { method: incoming.method, agent, headers: { ...headers, ...signedIn } },
      (answer) => {
        const { statusCode = 0 } = answer
        answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
        outgoing.writeHead(statusCode, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  }

  /** What nobody should write: the input is part of the statement. */
  async function fall(sent: string, outgoing: ServerResponse): Promise<void> {
    const statement = `select name from merchants where name = '${sent}'`
    const found = await withClient(databaseUrl, (client) => client.query(statement)).then(
      ({ rows }) => JSON.stringify(rows),
      (error: Error) => error.message,
    )
    outgoing.end(found)
  }

  const server = createServer((incoming, outgoing) => {
    const { url = '' } = incoming
    if (url.startsWith(plantedPath)) void fall(new URL(url, address).searchParams.get('name') ?? '', outgoing)
    else pass(incoming, outgoing).catch(() => outgoing.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: own,
    plantedHole: `${plantedPath}Ana*`,
    enterAnew: () => void (entered = undefined),
    answers: () => answers,
    async close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
      await once(server, 'close')
    },
  }
}
