import pg from 'pg'
import { connectionOptions } from '../platform/database/productSchema.ts'
import { withClient } from '../platform/database/withClient.ts'

const pools = new Map<string, pg.Pool>()

/** From now on `withOwner` keeps its connections to this database open, until `closeOwner`. */
export function keepOwner(ownerUrl: string): void {
  if (pools.has(ownerUrl)) return
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    // As the application's connections: what is sent by name is planned once, not five times.
    options: `${connectionOptions} -c plan_cache_mode=force_generic_plan`,
    max: 4,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    application_name: 'trastienda-setup',
  })
  pool.on('error', () => {})
  pools.set(ownerUrl, pool)
}

/** Closes what `keepOwner` kept open. */
export async function closeOwner(ownerUrl: string): Promise<void> {
  await pools.get(ownerUrl)?.end()
  pools.delete(ownerUrl)
}

/**
 * As `withClient`, for the owner of a database, on one of the connections that stay open if it is a test database: on a new one PostgreSQL reads its
 * catalogue for each table again, which costs more than most statements do.
 */
export async function withOwner<T>(ownerUrl: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const pool = pools.get(ownerUrl)
  if (!pool) return withClient(ownerUrl, work)
  const client = await pool.connect()
  // A failed statement may leave its connection inside a transaction: that one is not reused.
  let failed = true
  try {
    const result = await work(client)
    failed = false
    return result
  } finally {
    client.release(failed)
  }
}
