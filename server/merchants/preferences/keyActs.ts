import type { Endpoint } from '#contract/platform/endpoint'
import { api } from '#contract/index'
import type { KeyAct } from '#contract/merchants/preferences'
import { shopsApi } from '#contract/shopsApi'
import { networkOf } from '#domain/merchants/keyUse'
import { canCancel, canRefund, type Substatus } from '#domain/sales/operations/lifecycle'
import type { Connection } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { hasText, text } from '../../platform/calls/messages.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { customerName } from '../../sales/lifecycle/customerName.ts'
import { madridDays } from '../../sales/lifecycle/filterConditions.ts'
import { readBooks } from '../../sales/lifecycle/books.ts'

type Row = {
  seq: bigint
  at: Date
  call: string
  outcome: string
  ip: string | null
  operation_id: string | null
  mid: string | null
  customer: string | null
  substatus: Substatus | null
  total_cents: bigint | null
  refunded_cents: bigint | null
  held: boolean
  campaign_id: string | null
  campaign: string | null
}

/** The most entries shown; the activity log has them all. */
const maxEntries = 200

/** Actions by private keys that have ended, and which of them can be undone now. Refuses an invalid date. */
export const keyActs: Handler<'keyActs'> = async ({ db, scope, caller, query, now }) => {
  const { since } = madridDays({ from: query.since })
  const rows = await db.rows<Row>(sql`select a.seq, a.at, a.call, a.outcome, host(a.ip) as ip, o.id as operation_id, o.mid,
      ${customerName()} as customer, o.substatus, o.total_cents, o.refunded_cents, c.id as campaign_id, c.name as campaign,
      exists (select from refunds r where r.merchant_id = o.merchant_id and r.mode = o.mode and r.operation_id = o.id and r.state = 'held') as held
    from audit_entries a left join operations o on ${inScope(scope, 'o')} and o.id = a.entity_id and a.entity = 'operation'
      left join campaigns c on ${inScope(scope, 'c')} and c.id = a.entity_id and a.entity = 'campaign'
    where a.account_id = ${caller.accountId} and a.at >= ${since}
      and a.key_id = any(array(select k.id from api_keys k join api_key_lookups d on d.key_id = k.id
        where ${inScope(scope, 'k')} and k.kind = 'private' and d.ends_at <= ${now}))
    order by a.seq desc limit ${maxEntries + 1}`)
  const shown = rows.slice(0, maxEntries)
  const cancellable = await cancellableOf(db, scope, shown, now)
  return { acts: shown.map((row) => actOf(row, cancellable)), more: rows.length > maxEntries }
}

/** Those that may be cancelled now, by the same rule as the button. */
async function cancellableOf(db: Connection, scope: Scope, rows: readonly Row[], now: Date): Promise<ReadonlySet<string>> {
  const ids = [...new Set(rows.flatMap(({ operation_id: id }) => (id === null ? [] : [id])))]
  const states = await Promise.all(ids.map((id) => readBooks(db, scope, id)))
  return new Set(states.filter(({ facts }) => canCancel(facts, now).allowed || canRefund(facts, now).allowed).map(({ id }) => id))
}

function actOf(row: Row, cancellable: ReadonlySet<string>): KeyAct {
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    action: actionText(row.call),
    refused:
      row.outcome === 'done' ? null : hasText(`errors.${row.outcome}`) ? text(`errors.${row.outcome}`, { seconds: '' }) : row.outcome,
    network: row.ip === null ? null : networkOf(row.ip),
    operation:
      row.operation_id === null || row.substatus === null
        ? null
        : {
            id: hexOf(row.operation_id),
            mid: row.mid,
            customerName: row.customer ?? '',
            substatus: row.substatus,
            totalAmount: Number(row.total_cents),
            refundedAmount: Number(row.refunded_cents),
            undo: row.held ? 'refund' : cancellable.has(row.operation_id) ? 'cancel' : null,
          },
    campaign: row.campaign_id === null ? null : { id: hexOf(row.campaign_id), name: row.campaign ?? '' },
  }
}

/** The summary of the call's endpoint; the shops' API has its own names beside the panel's. */
function actionText(call: string): string {
  const endpoints: Record<string, Pick<Endpoint, 'summary'>> = { ...api, ...shopsApi }
  return endpoints[call]?.summary ?? text('preferences.server.otherAct')
}
