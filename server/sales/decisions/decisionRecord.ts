import { createHmac } from 'node:crypto'
import type { Decision, DecisionFacts } from '#domain/sales/operations/decision'
import type { Scope } from '../../platform/database/scope.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** A decision to keep. `decision` null: the external engine is still to be asked for it. */
export type NewDecision = {
  id: string
  checkoutId: string
  engine: 'rules' | 'external' | 'fallback'
  /** Of the engine. */
  version: string
  decision: Decision | null
  facts: DecisionFacts
  /** What the external engine is sent. */
  request: string | null
  /** Until when it may wait. */
  until: Date | null
}

/** A statement that keeps a decision: to be sent, or to be part of another statement. `secret`: the installation's, which keys the hash. */
export function decisionInsert({ merchantId, mode }: Scope, secret: string, now: Date, decision: NewDecision): Sql {
  const facts = JSON.stringify(decision.facts)
  return sql`insert into decisions (merchant_id, mode, id, checkout_id, asked_at, engine, version, rule, outcome, facts, facts_hash, request, until)
    values (${merchantId}, ${mode}, ${decision.id}, ${decision.checkoutId}, ${now}, ${decision.engine}, ${decision.version}, ${decision.decision?.rule ?? null},
      ${decision.decision?.outcome ?? null}, ${facts}::jsonb, ${factsHash(secret, decision.request ?? facts)}, ${decision.request}, ${decision.until})`
}

/** Keyed, so that a copy of the table proves nothing about a person. */
const factsHash = (secret: string, given: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('decisions').digest()).update(given).digest()
