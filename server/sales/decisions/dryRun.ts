import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { decide, type DecisionFacts, type DecisionOutcome, type DecisionThresholds } from '#domain/sales/operations/decision'
import type { Services } from '../../platform/calls/call.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { identityReviewRule } from './identityReview.ts'

/** A decision that new thresholds would have taken differently. */
type FlippedDecision = {
  merchantId: string
  operationId: string
  askedAt: Date
  amountCents: number
  before: { outcome: DecisionOutcome; rule: string }
  after: { outcome: DecisionOutcome; rule: string }
}
export type DryRun = {
  /** The first decision that was looked at; null: there is none. */
  since: Date | null
  decisions: number
  /** How many would change, by outcome before and after. */
  changes: { before: DecisionOutcome; after: DecisionOutcome; decisions: number; amountCents: number }[]
  flipped: FlippedDecision[]
  /** Not all decisions were looked at. */
  cut: boolean
}

const days = 90
const maxPerShop = 5_000
const maxDecisions = 50_000
const maxShown = 100

type Row = { operation_id: string; asked_at: Date; outcome: DecisionOutcome | null; rule: string | null; facts: DecisionFacts }

/**
 * What thresholds would have changed in the live decisions that the rules took in the last 90 days, by the facts kept of each: shop by shop, newest first, up
 * to a limit. Nothing is written.
 */
export async function dryRun({ database, now }: Services, thresholds: DecisionThresholds): Promise<DryRun> {
  const from = new Date(now().getTime() - days * 86_400_000)
  const shops = await database.read(null, (db) =>
    db.rows<{ id: string }>(sql`select m.id from merchants m order by m.created_at desc, m.id`),
  )
  const run: DryRun = { since: null, decisions: 0, changes: [], flipped: [], cut: false }
  for (const { id } of shops) {
    const left = maxDecisions - run.decisions
    if (left <= 0) return { ...run, cut: true }
    const scope = mintScope(id, 'live')
    const rows = await database.readBatch(scope, (db) =>
      db.rows<Row>(sql`select c.operation_id, d.asked_at, d.outcome, d.rule, d.facts
        from decisions d join checkouts c on c.merchant_id = d.merchant_id and c.mode = d.mode and c.id = d.checkout_id
        where ${inScope(scope, 'd')} and d.asked_at > ${from} and d.engine = 'rules' and d.rule is distinct from ${identityReviewRule}
        order by d.asked_at desc limit ${Math.min(maxPerShop, left)}`),
    )
    run.cut ||= rows.length === Math.min(maxPerShop, left)
    for (const row of rows) add(run, id, row, thresholds)
    await yieldToOthers()
  }
  return run
}

function add(
  run: DryRun,
  merchantId: string,
  { operation_id: operationId, asked_at: askedAt, outcome, rule, facts }: Row,
  thresholds: DecisionThresholds,
): void {
  if (outcome === null || rule === null) return
  run.decisions += 1
  if (run.since === null || askedAt < run.since) run.since = askedAt
  const after = decide(facts, thresholds)
  if (after.outcome === outcome) return
  const { amountCents } = facts
  const known = run.changes.find((one) => one.before === outcome && one.after === after.outcome)
  if (known) {
    known.decisions += 1
    known.amountCents += amountCents
  } else run.changes.push({ before: outcome, after: after.outcome, decisions: 1, amountCents })
  if (run.flipped.length < maxShown) run.flipped.push({ merchantId, operationId, askedAt, amountCents, before: { outcome, rule }, after })
}
