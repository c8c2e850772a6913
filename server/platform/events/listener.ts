import type pg from 'pg'
import { clientOf } from '../database/hosts.ts'
import { jitOff } from '../database/productSchema.ts'

/** Callbacks of the listener: the payload of each notification, and the loss of the connection with its error, if any. */
type Callbacks = { onNotification: (payload: string) => void; onLost: (error: Error | undefined) => void }

/** One LISTEN connection. `listen` resolves to true once all later notifications are received. */
type Listener = { listen(): Promise<boolean>; close(): Promise<void> }

const connectMs = 1_000
const retryMs = 1_000
/** Interval and timeout of the heartbeat query. */
const heartbeatDefaults = { everyMs: 10_000, timeoutMs: 3_000 }
/** What the heartbeat sends. */
export const idleStatementsPerSecond = 1_000 / heartbeatDefaults.everyMs

/** Listens for changes of checkouts, shops and accounts. Connects on the first `listen`, and again on a later one, at the earliest a second after a failure. */
export function makeListener(
  databaseUrl: string,
  { onNotification, onLost }: Callbacks,
  { everyMs, timeoutMs }: typeof heartbeatDefaults = heartbeatDefaults,
): Listener {
  const heartbeat: pg.QueryConfig & { query_timeout: number } = { text: 'select', query_timeout: timeoutMs }
  let listening: Promise<pg.Client> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let closed = false
  let beating: NodeJS.Timeout | undefined

  const disconnect = (client: pg.Client) => {
    clearInterval(beating)
    listening = undefined
    failedAt = performance.now()
    client.end().catch(() => {})
  }

  const Client = clientOf(databaseUrl)

  async function connect(): Promise<pg.Client> {
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      application_name: 'trastienda-events',
      options: jitOff,
    })
    let isListening = false
    const onLoss = (error?: Error) => {
      if (isListening && !closed) {
        disconnect(client)
        onLost(error)
      }
      isListening = false
    }
    // Without these handlers a lost connection ends the process.
    client.on('error', onLoss)
    client.on('end', onLoss)
    client.on('notification', ({ payload = '' }) => onNotification(payload))
    try {
      await client.connect()
      await client.query('listen checkout; listen change')
      isListening = true
      // A connection that only listens sends nothing, so without a heartbeat a dead one would never be noticed.
      beating = setInterval(() => client.query(heartbeat).catch(onLoss), everyMs).unref()
      return client
    } catch (error) {
      disconnect(client)
      throw error
    }
  }

  return {
    async listen() {
      if (closed || (listening === undefined && performance.now() - failedAt < retryMs)) return false
      listening ??= connect()
      return listening.then(
        () => !closed,
        () => false,
      )
    },
    async close() {
      closed = true
      clearInterval(beating)
      const client = await listening?.catch(() => undefined)
      await client?.end().catch(() => {})
    },
  }
}
