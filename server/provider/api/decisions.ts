import type { AnswerOf } from '#contract/platform/endpoint'
import type { ProviderApi } from '#contract/providerApi'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { idFrom } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { sql } from '../../platform/database/sql.ts'
import { answerDecision } from '../../sales/decisions/answerDecision.ts'

type ListedDecision = AnswerOf<ProviderApi['providerDecisionList']>['results'][number]
type Row = {
  decision_id: string
  kind: ListedDecision['kind']
  merchant_id: string
  operation_id: string
  amount_cents: bigint
  product: ListedDecision['product']
  rule: string
  since: Date
  until: Date
}

/** The decisions on live sales that wait, the earliest deadline first. */
export const providerDecisionList: ProviderHandler<'providerDecisionList'> = async ({ db }) => {
  const rows =
    await db.rows<Row>(sql`select m.decision_id, m.kind, m.merchant_id, m.operation_id, m.amount_cents, m.product, m.rule, m.since, m.until
    from manual_decisions m where m.closed_at is null and m.mode = 'live' order by m.until, m.decision_id limit 200`)
  return {
    results: rows.map((row) => ({
      id: hexOf(row.decision_id),
      kind: row.kind,
      merchantId: hexOf(row.merchant_id),
      operationId: hexOf(row.operation_id),
      amount: Number(row.amount_cents),
      product: row.product,
      rule: row.rule,
      since: row.since.toISOString(),
      until: row.until.toISOString(),
    })),
  }
}

/** The answer of the provider's own engine; the reason stays with the provider, so the entry is in its own audit log. */
export const providerDecisionAnswer: ProviderHandler<'providerDecisionAnswer'> = async ({ db, services, params, body, audit }) => {
  const decisionId = idFrom(params.decisionId)
  const answered = await answerDecision(services, db, { decisionId, verdict: body, by: { by: 'external' } })
  const after = { verdict: body.outcome, rule: body.rule, operation: hexOf(answered.operationId) }
  audit({ entity: 'decision', entityId: decisionId, merchantId: answered.merchantId, mode: answered.mode, after })
  return undefined
}
