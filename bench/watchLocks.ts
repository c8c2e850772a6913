import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../server/platform/database/withClient.ts'

/** Observations of migrations from another connection. */
type Watched = {
  /** Each migration applied meanwhile, with the milliseconds of its transaction. */
  applied: [name: string, ms: number][]
  /** The longest time that any statement waited for a lock that a migration held or was queued for, in milliseconds. */
  longestMs: number
  /** The same by the migration that was applied next. */
  waitedFor: Map<string, number>
}

/** Statements blocked by a migration's connection, and for how long; and the applied migrations. */
const look = `select coalesce((select max(extract(epoch from clock_timestamp() - w.query_start) * 1000) from pg_stat_activity w
    where w.wait_event_type = 'Lock' and w.application_name <> 'trastienda-setup'
      and exists (select from unnest(pg_blocking_pids(w.pid)) b join pg_stat_activity m on m.pid = b where m.application_name = 'trastienda-setup')), 0)::float8 as waited,
  array(select name from schema_migrations order by name) as names`

/** Polls every few milliseconds until it is stopped. */
export async function watchLocks(ownerUrl: string): Promise<{ stop(): Promise<Watched> }> {
  const stopped = new AbortController()
  const watching = withClient(ownerUrl, async (client) => {
    const seen = async () => (await client.query<{ waited: number; names: string[] }>(look)).rows[0] ?? { waited: 0, names: [] }
    const known = new Set((await seen()).names)
    const watched: Watched = { applied: [], longestMs: 0, waitedFor: new Map() }
    let waited = 0
    let since = performance.now()
    while (!stopped.signal.aborted) {
      const now = await seen()
      waited = Math.max(waited, now.waited)
      watched.longestMs = Math.max(watched.longestMs, now.waited)
      for (const name of now.names.filter((one) => !known.has(one))) {
        known.add(name)
        watched.applied.push([name, Math.round(performance.now() - since)])
        watched.waitedFor.set(name, Math.round(waited))
        waited = 0
        since = performance.now()
      }
      await sleep(5)
    }
    return watched
  })
  watching.catch(() => {})
  return {
    stop: () => {
      stopped.abort()
      return watching
    },
  }
}
