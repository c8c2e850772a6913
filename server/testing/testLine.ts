import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

export type TestLine = {
  /** The database's connection string through the proxy. */
  url: string
  /** From now on nothing passes on existing connections, and nobody closes them; new ones work. */
  silence(): void
  /** The connections that are open now are cut when something is sent on them next. */
  cutAtUse(): void
  /** From now on new connections are refused. */
  refuse(): void
  /** How many connections their client keeps open. */
  open(): number
  close(): void
}

/** A TCP proxy to a database that can stop responding, as behind a firewall that dropped the connection state. For tests. */
export async function testLine(databaseUrl: string): Promise<TestLine> {
  const { searchParams, username, password, pathname } = new URL(databaseUrl)
  const connections = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const cut = new WeakSet<Socket>()
  const server = createServer((near) => {
    const far = connect(join(searchParams.get('host') ?? '', '.s.PGSQL.5432'))
    connections.add(near)
    near
      .on('error', () => {})
      .on('close', () => {
        connections.delete(near)
        far.destroy()
      })
    far.on('error', () => {}).on('close', () => silent.has(near) || near.destroy())
    near.on('data', (piece) => {
      if (cut.has(near)) near.destroy()
      else if (!silent.has(near)) far.write(piece)
    })
    far.on('data', (piece) => silent.has(near) || near.write(piece))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    silence: () => connections.forEach((near) => silent.add(near)),
    cutAtUse: () => connections.forEach((near) => cut.add(near)),
    refuse: () => void server.close(),
    open: () => connections.size,
    close() {
      for (const near of connections) near.destroy()
      server.close()
    },
  }
}
