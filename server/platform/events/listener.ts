import type pg from 'pg'
import { clientOf } from '../database/hosts.ts'

/** What the listener hears: the ids that are sent along, and that it hears nothing any more, with the error where there was one. */
type Hearing = { heard: (payload: string) => void; lost: (error: Error | undefined) => void }

/** One connection that listens. `listen` is true once everything sent from then on is heard. */
type Listener = { listen(): Promise<boolean>; close(): Promise<void> }

const patienceMs = 1_000
const restMs = 1_000
/** How often a silent line is asked whether it is still one, and how long it may take to say so. */
const beat = { everyMs: 10_000, patienceMs: 3_000 }

/** Listens for changes of checkouts, shops and accounts; connects when first asked to, and again, a second after the last failure, when asked once more. */
export function makeListener(databaseUrl: string, { heard, lost }: Hearing, { everyMs, patienceMs: heartbeatMs } = beat): Listener {
  const heartbeat: pg.QueryConfig & { query_timeout: number } = { text: 'select', query_timeout: heartbeatMs }
  let listening: Promise<pg.Client> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let closed = false
  let beating: NodeJS.Timeout | undefined

  const giveUp = (client: pg.Client) => {
    clearInterval(beating)
    listening = undefined
    failedAt = performance.now()
    client.end().catch(() => {})
  }

  const Client = clientOf(databaseUrl)

  async function connect(): Promise<pg.Client> {
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: patienceMs,
      keepAlive: true,
      application_name: 'trastienda-events',
    })
    let works = false
    const onLoss = (error?: Error) => {
      if (works && !closed) {
        giveUp(client)
        lost(error)
      }
      works = false
    }
    // Without these handlers a lost connection ends the process.
    client.on('error', onLoss)
    client.on('end', onLoss)
    client.on('notification', ({ payload = '' }) => heard(payload))
    try {
      await client.connect()
      await client.query('listen checkout; listen change')
      works = true
      // Nothing is sent on a line that only listens: one that nobody closed would be silent for ever.
      beating = setInterval(() => client.query(heartbeat).catch(onLoss), everyMs).unref()
      return client
    } catch (error) {
      giveUp(client)
      throw error
    }
  }

  return {
    async listen() {
      if (closed || (listening === undefined && performance.now() - failedAt < restMs)) return false
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
