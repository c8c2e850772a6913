import type { ConsoleApi } from '#contract/consoleApi'
import type { AnswerOf, BodyOf } from '#contract/platform/endpoint'
import { localDate, startOfMadridDay } from '#domain/platform/dates'
import { cents, centsOrNull } from '#domain/platform/money'
import { builtInThresholds, type DecisionThresholds } from '#domain/sales/operations/decision'
import { type ConsoleHandler, withSecondPerson } from '../../platform/calls/consoleHandler.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { dryRun } from '../../sales/decisions/dryRun.ts'
import { addRules, readRules, readVersions, type RulesVersion } from '../../sales/decisions/rules.ts'

type Version = AnswerOf<ConsoleApi['consoleDecisionRules']>['versions'][number]
type ThresholdsBody = BodyOf<ConsoleApi['consoleDecisionRulesChange']>['thresholds']

const builtIn: Version = {
  version: 0,
  thresholds: builtInThresholds,
  effectiveAt: null,
  reason: null,
  createdAt: null,
  createdBy: null,
  state: 'past',
}

/** The thresholds: versions to come, in force and past, down to those of the source. */
export const consoleDecisionRules: ConsoleHandler<'consoleDecisionRules'> = async ({ db, now, services: { config, payments } }) => {
  const [versions, inForce] = [await readVersions(db), await readRules(db, now)]
  const names = await readNames(db, versions)
  const stateOf = ({ version, effectiveAt }: Pick<RulesVersion, 'version' | 'effectiveAt'>): Version['state'] =>
    version === inForce.version ? 'in_force' : effectiveAt > now ? 'coming' : 'past'
  return {
    versions: [
      ...versions.map((version) => ({
        version: version.version,
        thresholds: version.thresholds,
        effectiveAt: version.effectiveAt.toISOString(),
        reason: version.reason,
        createdAt: version.createdAt.toISOString(),
        createdBy: names.get(version.createdBy) ?? null,
        state: stateOf(version),
      })),
      { ...builtIn, state: inForce.version === 0 ? ('in_force' as const) : ('past' as const) },
    ],
    fallback: config.decision.fallback,
    external: payments.decisions !== null,
  }
}

async function readNames(db: Connection, versions: readonly RulesVersion[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows<{ id: string; name: string }>(sql`select p.id, btrim(p.first_name || ' ' || p.last_name) as name from staff p
    where p.id = any(${versions.map(({ createdBy }) => createdBy)}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const thresholdsOf = (
  thresholds: Omit<ThresholdsBody, 'reviewFromCents'> & { reviewFromCents?: number | null | undefined },
): DecisionThresholds => ({
  bankLinkFromCents: cents(thresholds.bankLinkFromCents),
  maxRecentRequests: thresholds.maxRecentRequests,
  maxLivePlans: thresholds.maxLivePlans,
  maxOwedCents: cents(thresholds.maxOwedCents),
  minAgeYears: thresholds.minAgeYears,
  reviewFromCents: centsOrNull(thresholds.reviewFromCents ?? null),
})

/** Tries thresholds on what was decided. */
export const consoleDecisionRulesTry: ConsoleHandler<'consoleDecisionRulesTry'> = async ({ db, services, query }) => {
  const { since, decisions, changes, flipped, cut } = await dryRun(services, thresholdsOf(query))
  const shops = await db.rows<{ id: string; name: string }>(
    sql`select m.id, m.name from merchants m where m.id = any(${[...new Set(flipped.map(({ merchantId }) => merchantId))]}::uuid[])`,
  )
  const names = new Map(shops.map(({ id, name }) => [id, name]))
  return {
    since: since?.toISOString() ?? null,
    decisions,
    changes,
    flipped: flipped.map(({ merchantId, operationId, askedAt, ...decision }) => ({
      ...decision,
      merchant: { id: hexOf(merchantId), name: names.get(merchantId) ?? '' },
      operationId: hexOf(operationId),
      askedAt: askedAt.toISOString(),
    })),
    cut,
  }
}

/** In force at once, or from the beginning of a day that has not begun. Refuses with DecisionNotAllowed (`past`). */
function effectiveAtOf(effectiveOn: string | null, now: Date): Date {
  if (effectiveOn === null) return now
  const at = startOfMadridDay(localDate(effectiveOn))
  if (at <= now) throw new Refusal('DecisionNotAllowed', { why: 'past' })
  return at
}

/** Adds a version, which another member of staff confirms where the installation asks for it. */
export const consoleDecisionRulesChange = withSecondPerson<'consoleDecisionRulesChange'>(
  async ({ db, body, now }) => {
    effectiveAtOf(body.effectiveOn, now)
    // Another version that was added meanwhile makes the request stale.
    const latest = Math.max(0, ...(await readVersions(db)).map(({ version }) => version))
    const inForce = await readRules(db, now)
    return {
      entity: 'decision_rules',
      entityId: null,
      before: { ...inForce.thresholds, version: latest },
      after: { ...thresholdsOf(body.thresholds), effectiveOn: body.effectiveOn, reason: body.reason },
    }
  },
  async ({ db, body, staff, now }) => {
    const effectiveAt = effectiveAtOf(body.effectiveOn, now)
    const version = { thresholds: thresholdsOf(body.thresholds), effectiveAt, reason: body.reason, staffId: staff.staffId, now }
    return { version: await addRules(db, version) }
  },
)
