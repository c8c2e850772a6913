import { addressesOf } from './hosts.ts'
import { withClient } from './withClient.ts'

type Host = { name: string; startedAt: string | null }

/** `startedAt`: of its PostgreSQL, to the microsecond: no two servers have it alike. Null: it does not answer. */
async function hostOf(address: string): Promise<Host> {
  const query = `select pg_postmaster_start_time()::text as "startedAt"`
  const startedAt = await withClient(
    address,
    async (client) => (await client.query<{ startedAt: string }>(query)).rows[0]?.startedAt,
  ).catch(() => null)
  return { name: new URL(address).host, startedAt: startedAt ?? null }
}

/**
 * A warning, or none, for a URI of several hosts two of which are one server: see `leaveOtherHosts` (hosts.ts). Not more than a warning: names that move may both lead to
 * the new primary for a while, and a start must not end then.
 */
export async function oneServerTwiceWarning(url: string): Promise<string[]> {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return []
  const byStart = Map.groupBy(await Promise.all(addresses.map(hostOf)), ({ startedAt }) => startedAt)
  byStart.delete(null)
  return [...byStart.values()]
    .filter(({ length }) => length > 1)
    .map((same) => {
      const names = same.map(({ name }) => name).join(', ')
      return `DATABASE_URL names one server more than once (${names}): one failed connection to it would end all others. Give each server one address.`
    })
}
