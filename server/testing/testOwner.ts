import pg from 'pg'
import { connectionOptions } from '../platform/database/productSchema.ts'

/** See {@link testOwner}. */
type TestOwner = {
  /** Rows of a statement, without row-level security. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>
  end(): Promise<void>
}

/** The owner of all tables, on connections that stay open: tests send some ten queries each, and a new connection costs more than most of them. */
export function testOwner(ownerUrl: string): TestOwner {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    options: connectionOptions,
    max: 4,
    idleTimeoutMillis: 0,
    application_name: 'trastienda-setup',
  })
  pool.on('error', () => {})
  return {
    async rows(text, values) {
      const client = await pool.connect()
      // A failed statement may leave its connection inside a transaction: that one is not reused.
      let failed = true
      try {
        const { rows } = await client.query(text, values)
        failed = false
        return rows
      } finally {
        client.release(failed)
      }
    },
    end: () => pool.end(),
  }
}
