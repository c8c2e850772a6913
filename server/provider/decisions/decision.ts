import type { AnswerOf } from '#contract/platform/endpoint'
import type { ConsoleApi } from '#contract/consoleApi'
import { joinTexts } from '#domain/platform/direction'
import { maskDocument, maskEmail, maskPhone } from '#domain/platform/identifiers'
import type { DecisionFacts } from '#domain/sales/operations/decision'
import type { Channel } from '#domain/sales/operations/states'
import type { ConsoleHandler } from '../../platform/calls/consoleHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { mintScope, type Scope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { answerDecision } from '../../sales/decisions/answerDecision.ts'
import { waitingColumns, waitingOf, type WaitingRow } from './waiting.ts'

type DecisionView = AnswerOf<ConsoleApi['consoleDecision']>
type DecisionStep = DecisionView['history'][number]
type KeptRow = {
  id: string
  asked_at: Date
  engine: DecisionStep['engine']
  version: string
  rule: string | null
  outcome: DecisionStep['outcome']
  facts: DecisionFacts
  facts_hash: Buffer
  verdict: DecisionStep['verdict']
  verdict_rule: string | null
  verdict_by: DecisionStep['verdictBy']
  staff: string | null
  verdict_reason: string | null
  verdict_at: Date | null
}
type SaleRow = {
  operation_id: string
  channel: Channel
  num_instalments: number
  downpayment_cents: bigint
  opening_fee_cents: bigint
  first_name: string
  last_name: string
  document_number: string | null
  email: string
  phone: string | null
  city: string | null
}

/** A decision that waits or waited, with its facts and all decisions on the sale. Opening it is audited: it shows personal data to those who decide. */
export const consoleDecision: ConsoleHandler<'consoleDecision'> = async ({ db, services, params, staff, audit }) => {
  const id = idFrom(params.decisionId)
  const row = await db.first<WaitingRow & { checkout_id: string }>(sql`select ${waitingColumns}, m.checkout_id
    from manual_decisions m join merchants s on s.id = m.merchant_id where m.decision_id = ${id} and m.mode = 'live'`)
  if (!row) throw notFound(params.decisionId)
  const scope = mintScope(row.merchant_id, 'live')
  const { sale, history } = await services.database.read(scope, async (shop) => ({
    sale: await readSale(shop, scope, row.checkout_id),
    history: await readHistory(shop, scope, row.checkout_id),
  }))
  const own = history.find((one) => one.id === id)
  if (!sale || !own) throw new Error(`decision ${id} not found in its shop`)
  audit({ entity: 'decision', entityId: id, after: { opened: true, operation: hexOf(sale.operation_id) } })
  return {
    decision: waitingOf(row),
    operationId: hexOf(sale.operation_id),
    channel: sale.channel,
    plan: {
      numInstalments: sale.num_instalments,
      firstPayment: Number(sale.downpayment_cents + sale.opening_fee_cents),
    },
    customer: customerOf(sale, !staff.roles.has('risk')),
    facts: own.facts,
    history: history.map(keptOf),
  }
}

const readSale = (db: Connection, scope: Scope, checkoutId: string): Promise<SaleRow | undefined> =>
  db.first<SaleRow>(sql`select c.operation_id, o.channel, o.num_instalments, o.downpayment_cents, o.opening_fee_cents,
      o.first_name, o.last_name, o.document_number, o.email, o.phone, c.address ->> 'city' as city
    from checkouts c join operations o on o.merchant_id = c.merchant_id and o.mode = c.mode and o.id = c.operation_id
    where ${inScope(scope, 'c')} and c.id = ${checkoutId}`)

const readHistory = (db: Connection, scope: Scope, checkoutId: string): Promise<KeptRow[]> =>
  db.rows<KeptRow>(sql`select d.id, d.asked_at, d.engine, d.version, d.rule, d.outcome, d.facts, d.facts_hash, d.verdict, d.verdict_rule, d.verdict_by,
      (select btrim(p.first_name || ' ' || p.last_name) from staff p where p.id = d.verdict_staff_id) as staff, d.verdict_reason, d.verdict_at
    from decisions d where ${inScope(scope, 'd')} and d.checkout_id = ${checkoutId} order by d.asked_at desc, d.id desc limit 50`)

const keptOf = (row: KeptRow): DecisionStep => ({
  id: hexOf(row.id),
  askedAt: row.asked_at.toISOString(),
  engine: row.engine,
  version: row.version,
  rule: row.rule,
  outcome: row.outcome,
  factsHash: row.facts_hash.toString('hex'),
  verdict: row.verdict,
  verdictRule: row.verdict_rule,
  verdictBy: row.verdict_by,
  verdictStaff: row.staff,
  verdictReason: row.verdict_reason,
  verdictAt: row.verdict_at?.toISOString() ?? null,
})

function customerOf(
  { first_name: first, last_name: last, document_number: document, email, phone, city }: SaleRow,
  masked: boolean,
): DecisionView['customer'] {
  const name = masked
    ? joinTexts(
        [first, last].map((part) => (part === '' ? '' : `${part.slice(0, 1)}.`)),
        ' ',
      )
    : `${first} ${last}`.trim()
  return {
    name,
    documentId: masked ? maskDocument(document ?? '') : (document ?? ''),
    email: masked ? maskEmail(email) : email,
    phone: phone !== null && masked ? maskPhone(phone) : phone,
    city,
    masked,
  }
}

/** A member of staff decides; the reason stays with the provider, so the entry is in its own log. */
export const consoleDecisionAnswer: ConsoleHandler<'consoleDecisionAnswer'> = async ({ db, services, params, body, staff, audit }) => {
  const decisionId = idFrom(params.decisionId)
  const answered = await answerDecision(services, db, {
    decisionId,
    verdict: { outcome: body.verdict, rule: 'staff' },
    by: { by: 'staff', staffId: staff.staffId, reason: body.reason },
  })
  audit({
    entity: 'decision',
    entityId: decisionId,
    merchantId: answered.merchantId,
    mode: answered.mode,
    after: { verdict: body.verdict, reason: body.reason, operation: hexOf(answered.operationId) },
  })
  return undefined
}
