import type pg from 'pg'
import { completeCampaigns, completeFigures, completeOperations } from './operations/completeOperations.ts'
import { withOwner } from './withOwner.ts'

const [writesOperations, writesCampaigns, writesSteps] = [
  /\b(insert into|update) operations\b/,
  /\b(insert into|update) campaigns\b/,
  /\bupdate checkouts\b[^]*\b(opened|consent_confirmed|identified|decided)_at\b/,
]

/** Runs a statement that writes operations, campaigns or steps of checkouts, with what the server would have written with them. */
async function completed(client: pg.ClientBase, text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
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

/** Rows of a statement of the owner of all tables, without row-level security. */
export const ownerRows = <Row>(ownerUrl: string, text: string, values?: unknown[]): Promise<Row[]> =>
  withOwner(ownerUrl, async (client) => {
    const isCompleted = [writesOperations, writesCampaigns, writesSteps].some((pattern) => pattern.test(text))
    const { rows } = await (isCompleted ? completed(client, text, values) : client.query(text, values))
    return rows as Row[]
  })
