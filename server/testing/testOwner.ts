import pg from 'pg'
import { completeCampaigns, completeFigures, completeOperations } from './operations/completeOperations.ts'
import { connectionOptions } from '../platform/database/productSchema.ts'

/** See {@link testOwner}. */
type TestOwner = {
  /** Rows of a statement, without row-level security. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>
  end(): Promise<void>
}

const [writesOperations, writesCampaigns, writesSteps] = [
  /\b(insert into|update) operations\b/,
  /\b(insert into|update) campaigns\b/,
  /\bupdate checkouts\b[^]*\b(opened|consent_confirmed|identified|decided)_at\b/,
]

/** Runs a statement that writes operations, campaigns or steps of checkouts, with what the server would have written with them. */
async function completed(client: pg.PoolClient, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
  await client.query('begin')
  const answer = await client.query(text, values)
  // Foreign keys are checked by a plan for a table of a few rows otherwise.
  if ((answer.rowCount ?? 0) > 1_000) await client.query('analyze operations')
  if (writesCampaigns.test(text)) await completeCampaigns(client)
  const concluding = /\binsert into operations\b/.test(text) ? 'inserted' : 'now'
  if (writesOperations.test(text))
    await completeOperations(client, /\bsubstatus\b/.test(text) && !text.includes('concluded_at') ? { concluding } : {})
  else if (writesSteps.test(text)) await completeFigures(client, 'checkouts')
  await client.query('commit')
  return answer
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
        const { rows } = await ([writesOperations, writesCampaigns, writesSteps].some((pattern) => pattern.test(text))
          ? completed(client, text, values)
          : client.query(text, values))
        failed = false
        return rows
      } finally {
        client.release(failed)
      }
    },
    end: () => pool.end(),
  }
}
