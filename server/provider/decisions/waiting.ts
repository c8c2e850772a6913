import type { WaitingDecision } from '#contract/provider/decisions'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

export type WaitingRow = {
  decision_id: string
  kind: WaitingDecision['kind']
  merchant_id: string
  shop: string
  amount_cents: bigint
  product: WaitingDecision['product']
  rule: string
  since: Date
  until: Date
  closed_at: Date | null
  verdict: WaitingDecision['verdict']
  closed_by: string | null
}

/** The columns of `manual_decisions m` joined with `merchants s`. */
export const waitingColumns: Sql = sql`m.decision_id, m.kind, m.merchant_id, s.name as shop, m.amount_cents, m.product, m.rule, m.since, m.until, m.closed_at, m.verdict,
  (select btrim(p.first_name || ' ' || p.last_name) from staff p where p.id = m.closed_by) as closed_by`

export const waitingOf = (row: WaitingRow): WaitingDecision => ({
  id: hexOf(row.decision_id),
  kind: row.kind,
  merchant: { id: hexOf(row.merchant_id), name: row.shop },
  amount: Number(row.amount_cents),
  product: row.product,
  rule: row.rule,
  since: row.since.toISOString(),
  until: row.until.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  verdict: row.verdict,
  closedBy: row.closed_by,
})

/** The live decisions that wait, and the last ones that waited. */
export const consoleDecisionList: ConsoleHandler<'consoleDecisionList'> = async ({ db }) => {
  const [waiting, closed] = await Promise.all([
    db.rows<WaitingRow>(sql`select ${waitingColumns} from manual_decisions m join merchants s on s.id = m.merchant_id
      where m.closed_at is null and m.mode = 'live' order by m.until, m.decision_id limit 200`),
    db.rows<WaitingRow>(sql`select ${waitingColumns} from manual_decisions m join merchants s on s.id = m.merchant_id
      where m.closed_at is not null and m.mode = 'live' order by m.closed_at desc, m.decision_id limit 50`),
  ])
  return { waiting: waiting.map(waitingOf), closed: closed.map(waitingOf) }
}
