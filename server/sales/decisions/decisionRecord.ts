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
export function decisionInsert({ merchantId, mode }: Scope, secret: string, now: Date, kept: NewDecision): Sql {
  const facts = JSON.stringify(kept.facts)
  return sql`insert into decisions (merchant_id, mode, id, checkout_id, asked_at, engine, version, rule, outcome, facts, facts_hash, request, until)
    values (${merchantId}, ${mode}, ${kept.id}, ${kept.checkoutId}, ${now}, ${kept.engine}, ${kept.version}, ${kept.decision?.rule ?? null},
      ${kept.decision?.outcome ?? null}, ${facts}::jsonb, ${factsHash(secret, kept.request ?? facts)}, ${kept.request}, ${kept.until})`
}

/** Keyed, so that a copy of the table proves nothing about a person. */
const factsHash = (secret: string, given: string): Buffer =>
  createHmac('sha256', createHmac('sha256', secret).update('decisions').digest()).update(given).digest()
