import { builtInThresholds, type DecisionThresholds } from '#domain/sales/operations/decision'
import { cents, centsOrNull } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'

/** Thresholds with the number of their version; 0: those of the source. */
export type VersionedRules = { version: number; thresholds: DecisionThresholds }

/** The columns of a version as JSON, as `rulesInForce` selects them. */
export type StoredRules = {
  version: number
  bank_link_from_cents: number
  max_recent_requests: number
  max_live_plans: number
  max_owed_cents: number
  min_age_years: number
  review_from_cents: number | null
}

const columns = sql`jsonb_build_object('version', r.version, 'bank_link_from_cents', r.bank_link_from_cents, 'max_recent_requests', r.max_recent_requests,
  'max_live_plans', r.max_live_plans, 'max_owed_cents', r.max_owed_cents, 'min_age_years', r.min_age_years, 'review_from_cents', r.review_from_cents)`

/** A query for the version in force at an instant, to be part of another statement; null: none was set. */
export const rulesInForce = (now: Date): Sql =>
  sql`(select ${columns} from decision_rules r where r.effective_at <= ${now} order by r.effective_at desc, r.version desc limit 1)`

/** The rules of what `rulesInForce` selected. */
export const rulesOf = (row: StoredRules | null | undefined): VersionedRules =>
  row
    ? {
        version: row.version,
        thresholds: {
          bankLinkFromCents: cents(row.bank_link_from_cents),
          maxRecentRequests: row.max_recent_requests,
          maxLivePlans: row.max_live_plans,
          maxOwedCents: cents(row.max_owed_cents),
          minAgeYears: row.min_age_years,
          reviewFromCents: centsOrNull(row.review_from_cents),
        },
      }
    : { version: 0, thresholds: builtInThresholds }

/** The rules in force at an instant. */
export const readRules = async (db: Connection, now: Date): Promise<VersionedRules> =>
  rulesOf((await db.first<{ rules: StoredRules | null }>(sql`select ${rulesInForce(now)} as rules`))?.rules)

type NewVersion = { thresholds: DecisionThresholds; effectiveAt: Date; reason: string; staffId: string; now: Date }

/** Adds a version, and returns its number. */
export async function addRules(db: Connection, { thresholds, effectiveAt, reason, staffId, now }: NewVersion): Promise<number> {
  const added = await db.first<{ version: number }>(sql`insert into decision_rules
      (effective_at, bank_link_from_cents, max_recent_requests, max_live_plans, max_owed_cents, min_age_years, review_from_cents, reason, created_at, created_by)
    values (${effectiveAt}, ${thresholds.bankLinkFromCents}, ${thresholds.maxRecentRequests}, ${thresholds.maxLivePlans}, ${thresholds.maxOwedCents},
      ${thresholds.minAgeYears}, ${thresholds.reviewFromCents}, ${reason}, ${now}, ${staffId}) returning version`)
  if (!added) throw new Error('the version of the decision rules was not written')
  return added.version
}

export type RulesVersion = VersionedRules & { effectiveAt: Date; reason: string; createdAt: Date; createdBy: string }
type VersionRow = { rules: StoredRules; effective_at: Date; reason: string; created_at: Date; created_by: string }

/** The latest versions, the last to come into force first. */
export async function readVersions(db: Connection): Promise<RulesVersion[]> {
  const rows = await db.rows<VersionRow>(sql`select ${columns} as rules, r.effective_at, r.reason, r.created_at, r.created_by
    from decision_rules r order by r.effective_at desc, r.version desc limit 50`)
  return rows.map((row) => ({
    ...rulesOf(row.rules),
    effectiveAt: row.effective_at,
    reason: row.reason,
    createdAt: row.created_at,
    createdBy: row.created_by,
  }))
}
